import { type Day, addDays } from "./days.js";

export type EventDefinition = {
  name: string;
  /** Events on a normal Monday. */
  volume: number;
  /** Names of `eventProperties`, in addition to the common ones. */
  properties: readonly string[];
  /** Half the width of the daily noise, in log units. */
  noise: number;
  hidden: boolean;
  /** If blocked in Lexicon, the number of days before the anchor from which nothing is stored. */
  blockedDaysAgo: number | null;
  /** If new, the number of days before the anchor on which it was first sent. */
  newDaysAgo: number | null;
};

const shop = ["category", "price", "currency"];
const page = ["$current_url", "page_type", "load_time_ms", "referrer_domain"];

/** The demo shop's events: a website and an app of one store. */
export const catalog: readonly EventDefinition[] = [
  event("Page Viewed", 2100, [...page, "scroll_depth"]),
  event("Screen Viewed", 1750, ["page_type", "load_time_ms", "theme", "entry_point"]),
  event("App Opened", 1150, ["entry_point", "theme", "is_first_time"]),
  event("Product Viewed", 1200, [...shop, "product_id", "stock_status", "from_recommendation"]),
  event("Search Performed", 900, ["search_term", "results_count", "entry_point"]),
  event("Product List Viewed", 780, ["category", "results_count"]),
  event("Search Result Clicked", 640, ["search_term", "result_type", "product_id"]),
  event("Product List Filtered", 560, ["sort_order", "category", "results_count"]),
  event("Product Added To Cart", 620, [...shop, "product_id", "quantity", "stock_status"]),
  event("Cart Viewed", 610, ["cart_skus", "order_value", "currency"]),
  event("Checkout Started", 640, ["order_value", "currency", "cart_skus", "coupon_code"]),
  event("Shipping Info Added", 430, ["shipping_method", "currency", "order_value"]),
  event("Payment Info Added", 410, ["payment_method", "currency", "order_value"]),
  event("Order Completed", 390, [
    "order_id",
    "order_value",
    "discount_amount",
    "delivery_window",
    "line_items",
  ]),
  event("Coupon Applied", 310, ["coupon_code", "discount_amount"]),
  event("Notification Received", 720, ["notification_type", "queued_at"]),
  event("Notification Opened", 420, ["notification_type", "entry_point"]),
  event("Recommendation Clicked", 520, ["product_id", "placement", "category"]),
  event("Banner Clicked", 400, ["placement", "utm_campaign"]),
  event("Video Played", 480, ["video_position_s", "category", "theme"]),
  event("Review Read", 450, ["product_id", "rating"]),
  event("Wishlist Viewed", 360, ["theme", "entry_point"]),
  event("Gift Card Redeemed", 190, ["currency", "gift_note"]),
  event("Store Locator Opened", 210, ["store_hours", "entry_point"]),
  event("Barcode Scanned", 180, ["product_id", "retry_count"]),
  event("Session Started", 480, ["entry_point", "referrer_domain", "utm_campaign"]),
  event("Signed Up", 70, ["entry_point", "utm_campaign", "company_size"]),
  event("Logged In", 330, ["entry_point", "retry_count"]),
  event("Logged Out", 90, ["theme"]),
  event("Password Reset Requested", 34, ["retry_count"]),
  event("Account Updated", 60, ["theme", "feature_flags"]),
  event("Address Added", 85, ["shipping_method"]),
  event("Wishlist Item Added", 260, [...shop, "product_id"]),
  event("Wishlist Item Removed", 80, ["product_id"]),
  event("Product Removed From Cart", 210, [...shop, "product_id", "quantity"]),
  event("Order Tracked", 140, ["order_id", "shipping_method"]),
  event("Order Cancelled", 22, ["order_id", "order_value"]),
  event("Return Requested", 46, ["order_id", "order_value", "category"]),
  event("Refund Issued", 38, ["order_id", "order_value", "currency"]),
  event("Review Written", 32, ["rating", "product_id"]),
  event("Question Asked", 14, ["product_id"]),
  event("Chat Opened", 75, ["entry_point", "$current_url"]),
  event("Chat Message Sent", 180, ["entry_point"]),
  event("Newsletter Subscribed", 30, ["placement", "utm_campaign"]),
  event("Size Guide Opened", 110, ["category", "product_id"]),
  event("Image Zoomed", 240, ["product_id", "category"]),
  event("Product Shared", 42, ["product_id", "category"]),
  event("Price Alert Set", 26, ["product_id", "price"]),
  event("Referral Sent", 12, ["entry_point"]),
  event("Loyalty Points Earned", 150, ["order_value", "currency"]),
  event("Subscription Renewed", 18, ["price", "currency", "expires_at"]),
  event("Delivery Slot Chosen", 120, ["delivery_window", "shipping_method"]),
  event("Error Shown", 130, ["error_code", "error_detail", "http_status", "$current_url"], 0.16),
  event("API Request Failed", 65, ["error_code", "http_status", "retry_count"], 0.18),
  event("Weather Widget Shown", 95, ["temperature_c", "placement"]),
  event("Survey Answered", 8, ["rating"], 0.18),
  event("Data Export Requested", 1, ["theme"], 0.18),
  { ...event("Debug Heartbeat", 160, ["feature_flags"]), hidden: true },
  { ...event("Legacy Checkout Step", 140, ["order_value"]), hidden: true, blockedDaysAgo: 110 },
  { ...event("Style Quiz Completed", 120, ["category", "theme"]), newDaysAgo: 5 },
  { ...event("Live Shopping Joined", 90, ["placement", "category"]), newDaysAgo: 12 },
];

/** A few events of the same shop at a sixth of their volume, for projects that only need some data. */
export const shortCatalog: readonly EventDefinition[] = catalog
  .filter(({ name }) =>
    [
      "Page Viewed",
      "Search Performed",
      "Checkout Started",
      "Coupon Applied",
      "Shipping Info Added",
      "Payment Info Added",
      "Product List Filtered",
      "Order Completed",
    ].includes(name),
  )
  .map((each) => ({ ...each, volume: Math.round(each.volume / 6) }));

/** Whether the event is sent and stored on that day, ignoring planted faults. */
export function isAlive(event: EventDefinition, day: Day, anchor: Day): boolean {
  if (event.newDaysAgo !== null && day < addDays(anchor, -event.newDaysAgo)) return false;
  return event.blockedDaysAgo === null || day < addDays(anchor, -event.blockedDaysAgo);
}

function event(name: string, volume: number, properties: readonly string[], noise = 0.11): EventDefinition {
  return { name, volume, properties, noise, hidden: false, blockedDaysAgo: null, newDaysAgo: null };
}

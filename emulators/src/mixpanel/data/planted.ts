import { type Day, dayIndex } from "./days.js";

/** What goes wrong in one episode: one fault for each detector, each on another event. */
export type FaultSet = {
  /** Loses 60 % of its rows. */
  countDrop: string;
  /** Loses 95 % of the rows of one operating system: a drop with a cause. */
  segmentDrop: { event: string; os: string };
  stopped: string;
  propertyStopped: { event: string; property: string };
  /** 40 points more rows lack the property. */
  nullRise: { event: string; property: string };
  /** The weights of the property's values change places. */
  shift: { event: string; property: string };
  userPropertyStopped: string;
  userNullRise: string;
  userShift: string;
  /** New profiles a day are multiplied by this; 1 = no fault, since one each fortnight would become the usual noise. */
  newProfiles: number;
};

/** Episodes take these in turn: an entity is hit again after eight weeks, when no baseline remembers it. */
export const faultSets: readonly FaultSet[] = [
  {
    countDrop: "Search Performed",
    segmentDrop: { event: "Checkout Started", os: "Android" },
    stopped: "Coupon Applied",
    propertyStopped: { event: "Shipping Info Added", property: "shipping_method" },
    nullRise: { event: "Payment Info Added", property: "payment_method" },
    shift: { event: "Product List Filtered", property: "sort_order" },
    userPropertyStopped: "preferred_store",
    userNullRise: "newsletter_topic",
    userShift: "signup_channel",
    newProfiles: 2.3,
  },
  {
    countDrop: "Recommendation Clicked",
    segmentDrop: { event: "Video Played", os: "Android" },
    stopped: "Gift Card Redeemed",
    propertyStopped: { event: "Order Completed", property: "delivery_window" },
    nullRise: { event: "Product Added To Cart", property: "stock_status" },
    shift: { event: "Notification Opened", property: "notification_type" },
    userPropertyStopped: "loyalty_tier",
    userNullRise: "preferred_size",
    userShift: "contact_preference",
    newProfiles: 1,
  },
  {
    countDrop: "Wishlist Viewed",
    segmentDrop: { event: "Cart Viewed", os: "Android" },
    stopped: "Store Locator Opened",
    propertyStopped: { event: "Banner Clicked", property: "placement" },
    nullRise: { event: "Search Result Clicked", property: "result_type" },
    shift: { event: "Product Viewed", property: "stock_status" },
    userPropertyStopped: "payment_preference",
    userNullRise: "favourite_category",
    userShift: "delivery_preference",
    newProfiles: 3,
  },
  {
    countDrop: "Notification Received",
    segmentDrop: { event: "Review Read", os: "Android" },
    stopped: "Barcode Scanned",
    propertyStopped: { event: "Screen Viewed", property: "theme" },
    nullRise: { event: "Logged In", property: "entry_point" },
    shift: { event: "Page Viewed", property: "page_type" },
    userPropertyStopped: "size_system",
    userNullRise: "currency_preference",
    userShift: "theme_preference",
    newProfiles: 1,
  },
];

/**
 * An episode lasts five days and the next one begins two weeks after it began. Were it longer, the level of the
 * event counts would follow it, and the recovery would be reported as a rise.
 */
const EPISODE_DAYS = 5;
const CYCLE_DAYS = 14;

/**
 * The faults in force on a day. The anchor is the last complete day when the stand-in was first started:
 * the first episode begins two days before it, so that a fresh start finds everything broken for three days.
 */
export function faultsOn(day: Day, anchor: Day): FaultSet | null {
  const sinceFirst = dayIndex(day) - (dayIndex(anchor) - 2);
  if (sinceFirst < 0 || sinceFirst % CYCLE_DAYS >= EPISODE_DAYS) return null;
  return faultSets[Math.floor(sinceFirst / CYCLE_DAYS) % faultSets.length] ?? null;
}

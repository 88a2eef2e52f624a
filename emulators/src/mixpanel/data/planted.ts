import { addDays, type Day, dayIndex } from "./days.js";
import type { DropInDay } from "./hours-of-day.js";

/** The faults of one episode: one per detector, each on a different event. */
export type FaultSet = {
  /** Loses 60% of its events, on the first day from the afternoon on. The other faults begin at midnight. */
  countDrop: string;
  /** Loses 95% of the events of one operating system: a drop with a likely cause. */
  segmentDrop: { event: string; os: string };
  stopped: string;
  propertyStopped: { event: string; property: string };
  /** The share of events without the property rises by 40 percentage points. */
  nullRise: { event: string; property: string };
  /** The property's values swap their weights. */
  shift: { event: string; property: string };
  /**
   * Four in five events of one small operating system lose the property. That is too few to notice among all
   * events.
   */
  platformLoss: { event: string; property: string; os: string };
  userPropertyStopped: string;
  userNullRise: string;
  userShift: string;
  /**
   * Factor for new profiles per day. It is 1 in every other episode, because a fault every two weeks would
   * become normal variation.
   */
  newProfiles: number;
};

/**
 * Episodes use these in turn, so that nothing breaks again within eight weeks, the length of the baseline.
 */
export const faultSets: readonly FaultSet[] = [
  {
    countDrop: "Search Performed",
    segmentDrop: { event: "Checkout Started", os: "Android" },
    stopped: "Coupon Applied",
    propertyStopped: { event: "Shipping Info Added", property: "shipping_method" },
    nullRise: { event: "Payment Info Added", property: "payment_method" },
    shift: { event: "Product List Filtered", property: "sort_order" },
    platformLoss: { event: "Product List Viewed", property: "category", os: "Linux" },
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
    platformLoss: { event: "Product List Filtered", property: "category", os: "Linux" },
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
    platformLoss: { event: "App Opened", property: "entry_point", os: "Linux" },
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
    platformLoss: { event: "Product Viewed", property: "category", os: "Linux" },
    userPropertyStopped: "size_system",
    userNullRise: "currency_preference",
    userShift: "theme_preference",
    newProfiles: 1,
  },
];

/**
 * An episode lasts five days, and the next one begins two weeks after its start. If it were longer, the
 * baseline of the event counts would adapt to it, and the recovery would be reported as a rise.
 */
const EPISODE_DAYS = 5;
const CYCLE_DAYS = 14;

/**
 * The faults that are active on a day. The anchor is the last complete day when the stand-in was first
 * started. The first episode begins two days before it, so that on a fresh start everything has been broken
 * for three days.
 */
export function faultsOn(day: Day, anchor: Day): FaultSet | null {
  const sinceFirst = dayIndex(day) - (dayIndex(anchor) - 2);
  if (sinceFirst < 0 || sinceFirst % CYCLE_DAYS >= EPISODE_DAYS) return null;
  return faultSets[Math.floor(sinceFirst / CYCLE_DAYS) % faultSets.length] ?? null;
}

export const countDropLeft = 0.4;

/** The drop of an event on the day on which it begins; null on other days. */
export const startOfDrop = (event: string, day: Day, anchor: Day): DropInDay | null =>
  faultsOn(day, anchor)?.countDrop === event && !faultsOn(addDays(day, -1), anchor)
    ? { fromHour: 13, left: countDropLeft }
    : null;

/**
 * An event that loses most of its events for two days, long before the first episode, in which it stops. It
 * is then reported as "back again".
 */
export const earlierDrop = { event: "Coupon Applied", daysBefore: [18, 17], left: 0.2 };

export const isInEarlierDrop = (event: string, day: Day, anchor: Day): boolean =>
  event === earlierDrop.event && earlierDrop.daysBefore.includes(dayIndex(anchor) - dayIndex(day));

/**
 * Factor for new profiles. In the first episode there are more of them on its last day than on its first two.
 */
export function newProfilesOn(day: Day, anchor: Day): number {
  const faults = faultsOn(day, anchor);
  if (!faults) return 1;
  const daysBefore = dayIndex(anchor) - dayIndex(day);
  if (daysBefore < 0) return faults.newProfiles;
  return daysBefore === 0 ? 5.2 : 2;
}

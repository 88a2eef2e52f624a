import type { NewName, NewNames } from "../../../functions/src/contract/names/names";

const name = (id: string, change: Partial<NewName>): NewName => ({
  id,
  runId: "run",
  kind: "new",
  nameKind: "event",
  name: "Style Quiz Completed",
  day: "2026-11-23",
  events: [],
  perDay: 124,
  seenOn: "iOS 4.2.0",
  lexicon: "not_described",
  explains: [],
  title: "New event",
  label: change.name ?? "Style Quiz Completed",
  sentence: "",
  state: "new",
  decidedBy: null,
  ...change,
});

const known = {
  lastDay: "2026-11-23",
  knownEvents: 61,
  knownProperties: 284,
  patterns: [],
  nextCursor: null,
};

/** What the first sync leaves. */
export const stagedFirstSync: NewNames = {
  ...known,
  counts: { new: 0, approved: 0, ignored: 0, excluded: 0 },
  items: [],
};

/** One notice of each kind. */
export const stagedNames: NewNames = {
  ...known,
  counts: { new: 8, approved: 12, ignored: 3, excluded: 1 },
  items: [
    name("n1", {}),
    name("n2", {
      nameKind: "event_property",
      title: "New property",
      name: "quiz_result",
      sentence: "On Style Quiz Completed. Values: text.",
    }),
    name("n3", {
      kind: "renamed",
      title: "Renamed",
      day: "2026-11-21",
      name: "coupon_applied",
      label: "Coupon Applied → coupon_applied",
      sentence: "Began on Nov 21, when the old name stopped. 14 of 15 properties in common.",
      perDay: 289,
      seenOn: null,
      explains: ["incident"],
    }),
    name("n7", {
      kind: "personal_data",
      title: "Personal data",
      day: "2026-11-21",
      nameKind: "event_property",
      name: "contact",
      sentence: "Email addresses in 3% of values since Nov 21. On Shipping Info Added.",
      perDay: 389,
      seenOn: "web 5.0.0",
    }),
    name("n4", {
      kind: "type_changed",
      title: "Type changed",
      day: "2026-11-21",
      nameKind: "event_property",
      name: "order_value",
      sentence: "Number before; text in 4% of values since Nov 21. On Payment Info Added.",
      perDay: 362,
      seenOn: null,
    }),
    name("n5", {
      kind: "near_duplicate",
      title: "Near-duplicate",
      day: "2026-11-19",
      name: "product_viewed",
      sentence: "Beside Product Viewed (1,204 a day). Differs in case or separators.",
      perDay: 38,
      seenOn: "web 4.9.3",
      lexicon: "hidden",
    }),
    name("n8", {
      kind: "silent",
      title: "Silent",
      day: "2026-11-19",
      name: "Store Locator Opened",
      sentence: "No events since Oct 20. It had 205 a day.",
      perDay: 205,
      seenOn: null,
      lexicon: "described",
    }),
    name("n6", {
      kind: "self_changing",
      title: "Self-changing",
      day: "2026-11-19",
      name: "exp_*",
      sentence: "14 names so far, with new ones all the time, so they count as one.",
      perDay: 61,
      seenOn: null,
    }),
  ],
};

/** The first page of thousands, most of one day. */
export const stagedManyNames: NewNames = {
  ...known,
  knownEvents: 20_000,
  counts: { new: 4_812, approved: 15_000, ignored: 188, excluded: 0 },
  items: [
    ...stagedNames.items.slice(0, 2),
    ...Array.from({ length: 98 }, (_, at) =>
      name(`m${at}`, { name: `Screen ${at + 1} Opened`, day: "2026-11-22", perDay: 2_400 - at }),
    ),
  ],
  nextCursor: "next",
};

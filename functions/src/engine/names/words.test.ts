import { expect, it } from "vitest";
import type { Notice } from "../../contract/names/notice.js";
import { noticeNames, noticesText, noticeSentence, noticeTitle } from "./words.js";

const about = {
  id: "n",
  runId: "r",
  day: "2026-11-21",
  nameKind: "event" as const,
  name: "coupon_applied",
  events: [] as string[],
  eventCount: 0,
  perDay: 1289.4,
  seenOn: null,
};
const property = {
  ...about,
  nameKind: "event_property" as const,
  name: "price",
  events: ["Paid"],
  eventCount: 3,
};

it.each<[Notice, string, string]>([
  [
    { ...property, kind: "new", valueKind: "number" },
    "New property",
    "On Paid and 2 other events. Values: number.",
  ],
  [{ ...about, nameKind: "user_property", kind: "new", valueKind: null }, "New user property", ""],
  [
    { ...about, kind: "renamed", from: "Coupon Applied", alsoTo: [], shared: { properties: 14, of: 15 } },
    "Renamed",
    "Began on Nov 21, when the old name stopped. 14 of 15 properties in common.",
  ],
  [
    { ...property, eventCount: 1, kind: "renamed", from: "cost", alsoTo: [], shared: null },
    "Renamed",
    "Began on Nov 21, when the old name went missing. On Paid.",
  ],
  [
    { ...about, kind: "near_duplicate", other: "Coupon Applied", otherPerDay: 4.26, difference: "separator" },
    "Near-duplicate",
    "Beside Coupon Applied (4.3 a day). Differs in case or separators.",
  ],
  [
    { ...property, eventCount: 2, kind: "type_changed", before: "number", after: "text", share: 0.001 },
    "Type changed",
    "Number before; text in 1% of values since Nov 21. On Paid and 1 other event.",
  ],
  [
    { ...about, kind: "silent", lastDay: "2026-10-22" },
    "Silent",
    "No events since Oct 22. It had 1,289 a day.",
  ],
  [
    { ...property, eventCount: 1, kind: "personal_data", found: "email", share: 0.052 },
    "Personal data",
    "Email addresses in 5% of values since Nov 21. On Paid.",
  ],
  [
    { ...about, name: "exp_*", kind: "self_changing", names: ["exp_a"], count: 14 },
    "Self-changing",
    "14 names so far, with new ones all the time, so they count as one.",
  ],
])("%o", (notice, title, sentence) => {
  expect(noticeTitle(notice)).toBe(title);
  expect(noticeSentence(notice)).toBe(sentence);
});

it("names both sides of a rename, and all parts of a split", () => {
  const renamed = { ...about, kind: "renamed" as const, from: "Coupon Applied", shared: null };
  expect(noticeNames({ ...renamed, alsoTo: [] })).toBe("Coupon Applied → coupon_applied");
  expect(noticeNames({ ...renamed, alsoTo: ["coupon_saved"] })).toBe(
    "Coupon Applied → coupon_applied + coupon_saved",
  );
  expect(noticeTitle({ ...renamed, alsoTo: ["coupon_saved"] })).toBe("Split");
});

it("counts what is new, with the first names of each kind", () => {
  const named = (title: string, ...labels: string[]) => labels.map((label) => ({ title, label }));
  expect(
    noticesText([
      ...named("New event", "Quiz Started", "Quiz Done", "Quiz Left", "Quiz Shared"),
      ...named("Renamed", "Coupon Applied → coupon_applied"),
      ...named("New property", "quiz_result"),
      ...named("Type changed", "order_value"),
    ]),
  ).toBe(
    "4 new events (Quiz Started, Quiz Done, Quiz Left, 1 more), 1 renamed (Coupon Applied → coupon_applied), " +
      "1 new property (quiz_result), 1 with another type (order_value)",
  );
  expect(noticesText(named("New property", "a", "b"))).toBe("2 new properties (a, b)");
  expect(noticesText(named("New event", "x".repeat(200)))).toHaveLength("1 new event ()".length + 80);
});

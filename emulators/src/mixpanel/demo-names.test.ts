import { expect, it } from "vitest";
import { noticeKinds } from "../../../functions/src/contract/names/notice.js";
import { countedNames, NameObserver } from "../../../functions/src/engine/names/name-observer.js";
import { type KnownNames, updateNames } from "../../../functions/src/engine/names/update-names.js";
import { noticeNames, noticeTitle } from "../../../functions/src/engine/names/words.js";
import { rowsOn } from "./data/counts.js";
import { makeDataset } from "./data/dataset.js";
import { addDays, daysBetween } from "./data/days.js";
import { nameChanges } from "./data/name-changes.js";
import { demoAggregates } from "./demo-aggregates.testing.js";
import { demoDataset } from "./demo-run.testing.js";

const anchor = "2026-11-20";
const runs = 70;
/** Days that a run reads. */
const readDays = 35;
const dataset = makeDataset(1000010, "names", "America/New_York", anchor);
/** Of the others, nothing is planted. */
const counted = new Set([
  ...["load_time_ms", "page_type", "search_term", "results_count", "coupon_code", "discount_amount"],
  ...["category", "quiz_result", "order_value", "sort_order"],
]);

it("tells each planted change of a name once, on its day, in 70 days run day by day", () => {
  let known: KnownNames | null = null;
  const told: string[] = [];
  for (let run = 0; run < runs; run++) {
    const to = addDays(anchor, run - runs + 20);
    const aggregates = demoAggregates(dataset, addDays(to, 1 - readDays), to, counted);
    const observer = new NameObserver(aggregates.days);
    observer.add(aggregates);
    const before = new Set(known?.notices.map(({ id }) => id));
    known = updateNames(known, observer.observed(), `run${run}`, (...parts) => parts.join("/"));
    for (const notice of known.notices.filter(({ id }) => !before.has(id)))
      told.push(`${to} of ${notice.day}: ${noticeTitle(notice)} ${noticeNames(notice)}`);
  }
  const { newEvent, newProperty, renamed, nearDuplicate, typeChanged, personalData, silent, selfChanging } =
    nameChanges;
  const on = (daysAgo: number, what: string): string => {
    const day = addDays(anchor, -daysAgo);
    return `${day} of ${day}: ${what}`;
  };
  expect(told.sort()).toEqual(
    [
      on(newEvent.daysAgo, `New event ${newEvent.event}`),
      on(newEvent.daysAgo, `New property ${newProperty.property}`),
      on(renamed.daysAgo, `Renamed ${renamed.from} → ${renamed.to}`),
      on(nearDuplicate.daysAgo, `Near-duplicate ${nearDuplicate.event}`),
      on(typeChanged.daysAgo, `Type changed ${typeChanged.property}`),
      on(personalData.daysAgo, `Personal data ${personalData.property}`),
      on(silent.daysAgo + 1 - 30, `Silent ${silent.event}`),
      on(selfChanging.daysAgo, `Self-changing ${selfChanging.pattern}`),
    ].sort(),
  );
  expect(new Set(known!.notices.map(({ kind }) => kind))).toEqual(new Set(noticeKinds));
});

it("has something of nearly each kind for the demo account, whose first run only counted events 12 days before", () => {
  const demo = demoDataset(anchor);
  const then = daysBetween(addDays(anchor, -81), addDays(anchor, -12));
  const rows = demo.events.map((one) => [one.name, then.map((day) => rowsOn(demo, one, day))] as const);
  const events = new Map(rows.filter(([, counts]) => counts.some((count) => count > 0)));
  const observer = new NameObserver(daysBetween(addDays(anchor, 1 - readDays), anchor));
  observer.add(demoAggregates(demo, addDays(anchor, 1 - readDays), anchor, counted));
  const idOf = (...parts: string[]) => parts.join("/");
  const first = updateNames(null, countedNames({ days: then, events }), "past", idOf);
  expect(first.notices).toEqual([]);
  const { notices } = updateNames(first, observer.observed(), "today", idOf);
  expect(notices.map((notice) => `${notice.day} ${noticeTitle(notice)} ${noticeNames(notice)}`)).toEqual(
    [
      [2, "Renamed Coupon Applied → coupon_applied"],
      [3, "Self-changing deal_*"],
      [4, "New property quiz_result"],
      [5, "New event Style Quiz Completed"],
      [6, "Type changed load_time_ms"],
      [8, "Near-duplicate product_list_filtered"],
      [9, "Personal data search_term"],
    ].map(([daysAgo, what]) => `${addDays(anchor, -Number(daysAgo))} ${what}`),
  );
});

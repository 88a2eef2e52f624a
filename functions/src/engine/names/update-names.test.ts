import { describe, expect, it } from "vitest";
import { addDays, type Day } from "../../common/days.js";
import type { NamesInRun, ObservedName } from "./names.js";
import { type KnownNames, updateNames } from "./update-names.js";

const first = "2026-10-01";
const today = "2026-11-24";
const idOf = (...parts: string[]) => parts.join("/");

const event = (name: string, fields: Partial<ObservedName> = {}): ObservedName => ({
  kind: "event",
  name,
  firstDay: null,
  lastDay: today,
  perDay: 100,
  events: [],
  eventCount: 0,
  seenOn: null,
  valueKind: null,
  ...fields,
});
const property = (name: string, fields: Partial<ObservedName> = {}) =>
  event(name, { kind: "event_property", events: ["Paid"], eventCount: 1, ...fields });
const run = (names: ObservedName[], to: Day = today, fields: Partial<NamesInRun> = {}): NamesInRun => ({
  from: first,
  to,
  names,
  renames: [],
  typeChanges: [],
  personalData: [],
  ...fields,
});
const update = (known: KnownNames | null, inRun: NamesInRun, id = "run") =>
  updateNames(known, inRun, id, idOf);
const told = ({ notices }: KnownNames) => notices.map(({ id }) => id);
const known = update(
  null,
  run([event("Paid"), event("Product Viewed", { perDay: 900 }), property("price")], "2026-11-23"),
);

describe("the first run", () => {
  it("tells nobody of names, also of those that began within its days", () => {
    const all = [event("Paid"), event("Quiz Done", { firstDay: "2026-11-20" }), property("price")];
    expect(update(null, run(all)).notices).toEqual([]);
  });

  it("tells what happened within its days", () => {
    const names = [
      event("Coupon Applied"),
      event("coupon_applied", { firstDay: "2026-11-20" }),
      event("Product Viewed"),
      event("product_viewed", { firstDay: "2026-11-19" }),
      property("price"),
    ];
    const happened = run(names, today, {
      renames: [
        {
          kind: "event",
          from: "Coupon Applied",
          to: ["coupon_applied"],
          day: "2026-11-20",
          volume: 1,
          shared: { properties: 4, of: 5 },
          events: [],
        },
      ],
      typeChanges: [
        {
          property: "price",
          event: "Paid",
          eventCount: 2,
          day: "2026-11-21",
          before: "number",
          after: "text",
          share: 0.1,
        },
      ],
    });
    expect(told(update(null, happened))).toEqual([
      "type_changed/price/number/text",
      "renamed/event/Coupon Applied/coupon_applied",
      "near_duplicate/event/product_viewed",
    ]);
  });
});

it("tells of new names once, with the run that saw them first", () => {
  const inRun = run([
    ...known.names,
    event("Quiz Done", { firstDay: today }),
    property("quiz", { firstDay: today, valueKind: "text" }),
  ]);
  const after = update(known, inRun, "second");
  expect(after.notices).toMatchObject([
    { kind: "new", nameKind: "event", name: "Quiz Done", runId: "second", day: today },
    { kind: "new", nameKind: "event_property", name: "quiz", valueKind: "text", events: ["Paid"] },
  ]);
  expect(update(after, inRun, "third")).toEqual(after);
});

it("never takes names for new that only a longer look shows, and knows user properties only by their name", () => {
  const longer = [event("Ancient"), event("Older", { firstDay: "2026-10-20" })];
  expect(update(known, run([...known.names, ...longer])).notices).toEqual([]);
  const profile = (name: string) => event(name, { kind: "user_property" });
  const withProfiles = update(known, run([...known.names, profile("plan")]));
  expect(withProfiles.notices).toEqual([]);
  const next = update(withProfiles, run([...withProfiles.names, profile("quiz_taken")], "2026-11-25"));
  expect(told(next)).toEqual(["new/user_property/quiz_taken"]);
});

describe("runs that only count events", () => {
  const counted = (names: ObservedName[], to: Day) => update(known, run(names, to), "counts");

  it("leave what they didn't look at as it was", () => {
    const later = counted([event("Paid", { lastDay: "2026-12-24" })], "2026-12-24");
    expect(told(later)).toEqual(["silent/Product Viewed/2026-11-24"]);
    const begun = property("quiz_result", { firstDay: "2026-11-26", lastDay: "2026-12-25" });
    expect(told(update(later, run([event("Paid"), property("price"), begun], "2026-12-25")))).toContain(
      "new/event_property/quiz_result",
    );
  });

  it("tell of a new event, of which the next full run knows where it appeared", () => {
    const quiz = event("Quiz Done", { firstDay: today });
    const first = counted([event("Paid"), quiz], today);
    expect(told(first)).toEqual(["new/event/Quiz Done"]);
    const seenOn = { platform: "Android", version: "4.2.0" };
    expect(update(first, run([{ ...quiz, seenOn }])).notices).toMatchObject([{ runId: "counts", seenOn }]);
  });

  it("may be recorded before an older full run", () => {
    const quiz = event("Quiz Done", { firstDay: today });
    const full = run([...known.names, quiz, property("quiz", { firstDay: today })]);
    const tour = event("Tour Seen", { firstDay: "2026-11-25", lastDay: "2026-11-25" });
    const counted = run([event("Paid", { lastDay: "2026-11-25", perDay: 70 }), quiz, tour], "2026-11-25");
    const inOrder = update(update(known, full), counted);
    const late = update(update(known, counted), full);
    expect(told(inOrder)).toEqual(["new/event/Tour Seen", "new/event/Quiz Done", "new/event_property/quiz"]);
    expect(late).toEqual(inOrder);
  });

  it("come before a first full run, which still tells what happened within its days", () => {
    const first = update(null, run([event("Paid")]));
    const names = [event("Paid"), property("price"), property("Price", { firstDay: "2026-11-10" })];
    expect(told(update(first, run([...names, property("tax", { firstDay: "2026-11-10" })])))).toEqual([
      "near_duplicate/event_property/Price",
    ]);
  });
});

it("tells a rename instead of the new name that it explains, and nothing of the old one's silence", () => {
  const began = update(known, run([...known.names, event("Payment Done", { firstDay: today })]));
  expect(told(began)).toEqual(["new/event/Payment Done"]);
  const rename = {
    kind: "event" as const,
    from: "Paid",
    to: ["Payment Done"],
    day: today,
    volume: 1,
    shared: null,
    events: [],
  };
  const next = update(began, run(began.names, "2026-11-25", { renames: [rename] }));
  expect(told(next)).toEqual(["renamed/event/Paid/Payment Done"]);
  expect(told(update(next, run([event("Payment Done")], "2026-12-30")))).not.toContain(
    "silent/Paid/2026-11-24",
  );
});

it("tells of an event that has been silent for 30 days, once", () => {
  const others = run([event("Product Viewed", { lastDay: "2026-12-23" }), property("price")], "2026-12-23");
  expect(told(update(known, others))).toEqual([]);
  const next = update(known, { ...others, to: "2026-12-24" });
  expect(told(next)).toEqual([`silent/Paid/${today}`]);
  expect(told(update(next, { ...others, to: "2026-12-25" }))).toEqual([`silent/Paid/${today}`]);
});

it("tells once that an event is silent, also if the whole project is for most of a year", () => {
  let names = known;
  const ids: string[] = [];
  for (let day = addDays(today, 1); day <= addDays(today, 250); day = addDays(day, 1)) {
    const before = new Set(told(names));
    names = update(names, run([], day));
    ids.push(...told(names).filter((id) => !before.has(id)));
  }
  expect(ids.sort()).toEqual(["silent/Paid/2026-11-24", "silent/Product Viewed/2026-11-24"]);
});

it("tells of self-changing names once for all of them, on 2,000 events with 3% new ones a day at most 5 notices a day", () => {
  const words = "ab cd ef gh ij kl mn op qr st".split(" ");
  const stable = Array.from({ length: 2_000 }, (_, at) =>
    event(
      `${words[at % 10]}${words[Math.floor(at / 10) % 10]} ${String.fromCharCode(97 + Math.floor(at / 100))} Done`,
    ),
  );
  let state = update(null, run(stable, addDays(today, -1)));
  let seen = 0;
  const perDay: number[] = [];
  for (let day = 0; day < 20; day++) {
    const date = addDays(today, day);
    const fresh = Array.from({ length: 60 }, (_, at) =>
      event(
        [
          `exp_${words[at % 10]}${words[day % 10]}_${at}`,
          `promo-${date}-${at}`,
          `campaign ${words[at % 10]}${day}x`,
          `mail_${1e6 + day * 60 + at}_opened`,
        ][at % 4]!,
        { firstDay: date, lastDay: date },
      ),
    );
    state = update(state, run([...state.names, ...fresh], date));
    perDay.push(state.notices.length - seen);
    seen = state.notices.length;
  }
  expect(Math.max(...perDay)).toBeLessThanOrEqual(5);
  expect(state.names.length).toBeLessThan(2_100);
});

it("tells of self-changing names that came one a day", () => {
  let state = known;
  for (let day = 0; day < 6; day++) {
    const date = addDays(today, day);
    const fresh = event(`promo ${day + 1} seen`, { firstDay: date, lastDay: date });
    state = update(state, run([...state.names, fresh], date), `run ${day}`);
  }
  expect(state.notices.filter(({ kind }) => kind === "self_changing")).toMatchObject([
    { runId: "run 3", day: addDays(today, 3), name: "promo * seen", count: 4, perDay: 100 },
  ]);
});

it("personal data is noticed once, within the first run's days too", () => {
  const found = {
    property: "price",
    event: "Paid",
    eventCount: 1,
    day: today,
    found: "email" as const,
    share: 0.05,
  };
  const inRun = run([event("Paid"), property("price")], today, { personalData: [found] });
  const first = update(null, inRun);
  expect(first.notices).toMatchObject([
    { kind: "personal_data", name: "price", found: "email", share: 0.05 },
  ]);
  expect(told(update(first, { ...inRun, to: "2026-11-25" }, "next"))).toEqual(told(first));
});

import { expect, it } from "vitest";
import type { PropertySeries } from "../../aggregates/model.js";
import { propertySeries, type ValuesByDay } from "../testing/property-series.js";
import { daysUntil, seriesReader } from "../testing/series-reader.js";
import { findEventRenames } from "./find-renames.js";
import { countedNames, NameObserver } from "./name-observer.js";

const days = daysUntil("2026-11-24", 40);
const changeDay = 37;
const rowsWhen = (isThere: (day: number) => boolean, rows = 100) =>
  days.map((_, day) => (isThere(day) ? rows : 0));
const before = (day: number) => day < changeDay;
const since = (day: number) => day >= changeDay;
const always = () => true;

const series = (
  parent: string,
  property: string,
  rows: readonly number[],
  valueOn: (day: number) => string | null = () => '"x"',
): PropertySeries => {
  const valuesByDay: ValuesByDay = rows.map((count, day) => {
    const value = valueOn(day);
    return value === null ? {} : { [value]: count };
  });
  return propertySeries({ property, parent, rows, valuesByDay });
};

function observe(all: PropertySeries[], userProperties: string[] = []) {
  const observer = new NameObserver(days);
  observer.add(seriesReader(days, all));
  return observer.observed(userProperties);
}

const others = Array.from({ length: 8 }, (_, at) =>
  series(`Other ${"abcdefgh"[at]!}`, "page", rowsWhen(always)),
);

it("knows since when a name is there, how often it comes, and on which events a property is", () => {
  const { names } = observe(
    [
      ...others,
      series("Style Quiz Completed", "quiz_result", rowsWhen(since)),
      series("Other a", "$os", rowsWhen(always)),
    ],
    ["plan", "$email"],
  );
  const find = (name: string) => names.find((one) => one.name === name);
  expect(find("Style Quiz Completed")).toMatchObject({
    kind: "event",
    firstDay: days[changeDay],
    perDay: 100,
  });
  expect(find("quiz_result")).toMatchObject({
    kind: "event_property",
    events: ["Style Quiz Completed"],
    valueKind: "text",
  });
  expect(find("page")).toMatchObject({ firstDay: null, eventCount: 8, perDay: 800, valueKind: null });
  expect(find("plan")).toMatchObject({ kind: "user_property", firstDay: null });
  expect(names.filter(({ name }) => name.startsWith("$"))).toEqual([]);
});

it("knows the events of counts, but pairs none of them", () => {
  const counts = {
    "Order Completed": rowsWhen(before),
    order_completed: rowsWhen(since),
    $ae_session: rowsWhen(always),
  };
  const { names, renames, to } = countedNames({ days, events: new Map(Object.entries(counts)) });
  expect(names).toMatchObject([
    { kind: "event", name: "Order Completed", firstDay: null, lastDay: days[changeDay - 1], perDay: 100 },
    { name: "order_completed", firstDay: days[changeDay], lastDay: to },
  ]);
  expect([renames, to]).toEqual([[], days.at(-1)]);
});

it("pairs an event that stopped with the one that appeared, by what they carry", () => {
  const carries = (event: string, rows: number[]) =>
    ["coupon", "discount"].map((name) => series(event, name, rows));
  const { renames } = observe([
    ...others,
    ...carries("Coupon Applied", rowsWhen(before)),
    ...carries("coupon_applied", rowsWhen(since)),
    series("Video Played", "length", rowsWhen(since, 3)),
  ]);
  expect(renames).toEqual([
    {
      kind: "event",
      from: "Coupon Applied",
      to: ["coupon_applied"],
      day: days[changeDay],
      volume: 1,
      shared: { properties: 2, of: 2 },
      events: [],
    },
  ]);
});

it("pairs them on the first day, too", () => {
  const on = (event: string, isThere: (day: number) => boolean) => series(event, "coupon", rowsWhen(isThere));
  const last = days.length - 1;
  const { renames } = observe([
    ...others,
    on("Coupon Applied", (day) => day < last),
    on("coupon_applied", (day) => day === last),
  ]);
  expect(renames).toMatchObject([{ from: "Coupon Applied", to: ["coupon_applied"], day: days[last] }]);
});

it("pairs properties of the same events once", () => {
  const rows = rowsWhen(always);
  const { renames } = observe([
    ...others,
    ...["Paid", "Shipped"].flatMap((event) => [
      series(event, "shipping_method", rows, (day) => (before(day) ? '"express"' : null)),
      series(event, "delivery_option", rows, (day) => (since(day) ? '"express"' : null)),
    ]),
  ]);
  expect(renames).toMatchObject([
    { kind: "event_property", from: "shipping_method", to: ["delivery_option"], events: ["Paid", "Shipped"] },
  ]);
});

it("says nothing of an event that stopped when an unrelated one appeared", () => {
  const { renames } = observe([
    ...others,
    series("Coupon Applied", "coupon", rowsWhen(before, 900)),
    series("Video Played", "length", rowsWhen(since, 20)),
  ]);
  expect(renames).toEqual([]);
});

it("keeps up with 60 campaign names a day that carry the same and end after a week, and still finds a rename", () => {
  const words = "ab cd ef gh ij kl mn op qr st".split(" ");
  const properties = new Set(["page", "source", "medium", "campaign", "locale"]);
  const campaigns = Array.from({ length: 35 * 60 }, (_, at) => {
    const first = 5 + Math.floor(at / 60);
    const name = `${words[at % 10]}${words[Math.floor(at / 10) % 6]} ${words[first % 10]}${words[Math.floor(first / 10)]}`;
    return { name, rows: rowsWhen((day) => day >= first && day < first + 7), properties };
  });
  const renamed = [
    { name: "Coupon Applied", rows: rowsWhen(before, 900), properties: new Set(["coupon"]) },
    { name: "coupon_applied", rows: rowsWhen(since, 900), properties: new Set(["coupon"]) },
  ];
  const renames = findEventRenames(days, [...campaigns, ...renamed], () => 1, 2_102);
  expect(renames.filter(({ from }) => from === "Coupon Applied")).toMatchObject([
    { to: ["coupon_applied"], day: days[changeDay] },
  ]);
});

it("tells the day from which values have another type, and never takes missing values for one", () => {
  const rows = rowsWhen(always);
  const { typeChanges } = observe([
    ...others,
    series("Paid", "order_value", rows, (day) => (before(day) ? "12.5" : '"12.5"')),
    series("Paid", "fee", rows, (day) => (before(day) ? "2" : '"undefined"')),
    series("Paid", "note", rows, (day) => (day % 2 ? "2" : '"two"')),
  ]);
  expect(typeChanges).toEqual([
    {
      property: "order_value",
      event: "Paid",
      eventCount: 1,
      day: days[changeDay],
      before: "number",
      after: "text",
      share: 1,
    },
  ]);
});

it("tells the day from which values are personal, and never a value", () => {
  const rows = rowsWhen(always);
  const withPersonal = (parent: string, from: number, perDay: number): PropertySeries => {
    const plain = series(parent, "note", rows);
    return {
      ...plain,
      days: plain.days.map((day, at) => day && (at >= from ? { ...day, personal: { email: perDay } } : day)),
    };
  };
  const personalOf = (...all: PropertySeries[]) => observe([...others, ...all]).personalData;
  expect(personalOf(withPersonal("Paid", changeDay, 20), withPersonal("Chat", changeDay + 1, 6))).toEqual([
    { property: "note", event: "Paid", eventCount: 2, day: days[changeDay], found: "email", share: 0.2 },
  ]);
  expect(personalOf(withPersonal("Paid", 0, 20))).toEqual([]);
  expect(personalOf(withPersonal("Paid", changeDay, 4))).toEqual([]);
});

it("never keeps what is personal in a name: not as a name, on a property, in a rename or beside another change", () => {
  const people = ["ann@example.com", "+33 6 12 34 56 78", "ghp_A1b2C3d4E5f6G7h8"];
  const rows = rowsWhen(always);
  const observed = observe(
    [
      ...others,
      ...people.flatMap((who, at) => [
        series(`${who} signed in`, "page", rowsWhen(since)),
        series(`${who} left`, `fee of ${who}`, rowsWhen(before, 100 + at)),
        series(`Paid ${who}`, `total of ${who}`, rows, (day) => (before(day) ? "12.5" : '"12.5"')),
      ]),
    ],
    people.map((who) => `tier of ${who}`),
  );
  expect(observed.names.filter(({ name }) => name === "tier of *")).not.toEqual([]);
  expect(observed.typeChanges).not.toEqual([]);
  const kept = JSON.stringify(observed);
  expect(people.filter((who) => kept.includes(who))).toEqual([]);
});

import type { SameDayChange } from "@contract/incidents/began-together";
import type { DistributionSeries, NullSeries } from "@contract/results";
import { expect, it } from "vitest";
import { aRow, aSegmentRow, lastDay } from "@/testing/report-builders";
import { nextSteps } from "./next-steps-text";

const nulls = (change: Partial<NullSeries["days"][number]>): NullSeries => ({
  kind: "nulls",
  days: [{ day: lastDay, rows: 100, absent: 0, null: 0, empty: 0, isFlagged: true, ...change }],
  tested: { from: lastDay, to: lastDay },
  limitShare: null,
  alertShare: null,
});
const shift = (cells: DistributionSeries["cells"]): DistributionSeries => ({
  kind: "distribution",
  table: "category",
  reference: { from: "2026-10-16", to: "2026-11-12", rows: 1000 },
  window: { from: "2026-11-17", to: lastDay, rows: 100 },
  cells,
  chance: 0.01,
  warningFrom: 0.15,
  alertFrom: 0.3,
  effect: 0.4,
});
const os = {
  property: "$os",
  values: [{ value: "iOS", part: 0.97, usual: 0.6 }],
  part: 0.97,
  usual: 0.6,
  others: [],
};

it.each([
  ["a cause", aRow({ causeDetail: os }), /around Nov 17 where `\$os = iOS`/],
  ["no cause", aRow(), /No property value stands out among the missing events/],
  ["extra events", aRow({ observed: 900, expected: 400 }), /among the extra events.*sent twice/],
  ["few events", aRow({ observed: 4, expected: 20 }), /^Too few events are affected/],
  ["a stop", aRow({ detector: "event_stopped" }), /`checkout_completed`.*was it renamed, removed/],
  ["the whole project", aRow({ entity: "(project)" }), /All events changed together/],
  [
    "absent keys",
    aRow({ detector: "event_property_null_rate", series: nulls({ absent: 9 }) }),
    /^The property is missing from these events/,
  ],
  ["null", aRow({ detector: "user_property_null_rate", series: nulls({ null: 9 }) }), /sent as null/],
  [
    "two kinds of null",
    aRow({ detector: "event_property_null_rate", series: nulls({ absent: 9, null: 8, empty: 1 }) }),
    /^The property is missing from these events: .* The property is sent as null: [^.]*\. Look at what was released around Nov 17\.$/,
  ],
  ["empty text", aRow({ detector: "event_property_null_rate", series: nulls({ empty: 9 }) }), /empty text/],
  [
    "a rename",
    aRow({
      detector: "event_property_distribution",
      series: shift([
        { label: "cpc", before: 0.4, after: 0 },
        { label: "CPC", before: 0, after: 0.4 },
      ]),
    }),
    /`cpc` vanished and `CPC` appeared/,
  ],
  [
    "a property inside a segment",
    aSegmentRow(),
    /released around Nov 17 where `\$os = Linux`: elsewhere `category` is sent as before/,
  ],
  [
    "a property that stopped because of one platform",
    aSegmentRow({ detector: "event_property_stopped", segment: null }),
    /around Nov 17 where `\$os = Linux`: was it removed or renamed/,
  ],
  [
    "an event inside a segment",
    aRow({ segment: { dimension: "$os", value: "iOS" }, causeDetail: os }),
    /what changed around Nov 17 where `\$os = iOS`/,
  ],
  [
    "several findings inside a segment",
    aSegmentRow({ entity: "$os = Linux", parent: null }),
    /where `\$os = Linux`: everything there broke at once/,
  ],
  ["lost profiles", aRow({ detector: "user_profile_count_change" }), /sign-up/],
])("says where to look on %s", (_case, row, step) => expect(nextSteps(row)[0]).toMatch(step));

it("names what changed on the day it began, as the incident's page does", () => {
  const incident = { id: "i1", isKnown: false, state: "new", rank: "0", now: null } as const;
  const stepsAfter = (sameDayChange: SameDayChange) =>
    nextSteps({ ...aRow(), incident: { ...incident, sameDayChange } });
  expect(stepsAfter({ kind: "annotation", name: "Checkout v2 live" })[0]).toMatch(
    /around Nov 17\. It began the day of “Checkout v2 live”\.$/,
  );
  expect(stepsAfter({ kind: "release", name: "4.2.0", hoursBefore: 3 })[0]).toMatch(
    /It began 3 hours after 4\.2\.0\.$/,
  );
});

it("says how an intended change stops being reported, but not for the whole project", () => {
  expect(nextSteps(aRow()).at(-1)).toMatch(
    /^Intended\? Do nothing: the baseline adapts within about two weeks\. Or exclude it/,
  );
  expect(
    nextSteps(aRow({ entity: "(new profiles)", detector: "user_profile_count_change" })).at(-1),
  ).not.toMatch(/exclude/);
  expect(nextSteps(aRow({ entity: "(project)" })).at(-1)).not.toMatch(/Intended/);
});

it("starts with what isn't certain yet and what is ongoing", () => {
  expect(nextSteps(aRow({ provisional: true, state: "ongoing" })).slice(0, 2)).toEqual([
    "Only the latest day is affected. Late data may still fill this in; the next run will confirm.",
    "The previous run reported it too. Check whether someone is already on it.",
  ]);
});

it("has nothing to do for a finding that has ended", () => {
  expect(nextSteps(aRow({ severity: "normal", state: "recovered" }))).toEqual([
    "Nothing to do: it has ended.",
  ]);
  expect(nextSteps(aRow({ severity: "normal", state: "new_level" }))).toEqual([
    "Nothing to do if the change was intended: the baseline has adapted to the new level.",
  ]);
});

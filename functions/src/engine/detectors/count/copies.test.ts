import { describe, expect, it } from "vitest";
import { copiesBeside } from "../../cause/copied-events.js";
import { evaluateRun } from "../../evaluate/evaluate-run.js";
import { countInput, history, lastDay, selected, steady, twelve } from "../../testing/count-history.js";
import { daysUntil, seriesReader } from "../../testing/series-reader.js";
import { propertySeries } from "../../testing/property-series.js";
import { causeOf, evidenceOf, headlineOf, nextStepOf, sentenceOf } from "../words.js";
import type { RunInput } from "../../model.js";

const days = daysUntil(lastDay, 35);

/** Runs a project whose event Checkout has these counts, and copies among them; both end with the last day. */
function run(
  counts: readonly number[],
  copies: readonly number[],
  { os = 0, ...changes }: Partial<RunInput> & { os?: number } = {},
) {
  const rows = counts.slice(-days.length);
  // `os` events of each of the last two days come from iOS, on top of a third of the others.
  const valuesByDay = rows.map((count, day) => {
    const more = day >= rows.length - 2 ? os : 0;
    const usual = Math.round((count - more) / 3);
    return { '"iOS"': usual + more, '"Android"': count - more - usual };
  });
  const series = propertySeries({ property: "$os", parent: "Checkout", rows, valuesByDay });
  const aggregates = { ...seriesReader(days, [series]), copies: () => copies.slice(-days.length) };
  const outcome = evaluateRun(
    countInput(history({ Checkout: counts }), {
      detectors: [selected("event_count_change")],
      aggregates,
      ...changes,
    }),
  );
  return outcome.detectors[0]!.rows.find(({ row }) => row.entity === "Checkout")!;
}

describe("copies, in an event that comes 1,000 times a day, 2 of these twice in a second", () => {
  it("explain a rise to 2,000 on two days of which 1,000 are copies", () => {
    const { row, finding } = run(steady(1000, [2000, 2000]), steady(2, [1000, 1000]));
    const cause =
      "About 1,992 of the 2,000 extra events are copies: same user, same second (50% of all events, normally 0.2%)";
    expect(row).toMatchObject({ severity: "alert", observed: 4000, expected: 2000, cause });
    expect(causeOf(finding!)).toBe(cause);
    expect(finding!.copies).toEqual({ count: 1992, nowPct: 50, beforePct: 0.2, isRise: true });
    expect(headlineOf(finding!)).toBe("Checkout up 100% since Oct 13, almost all copies");
    expect(nextStepOf(finding!, null)).toContain("Look for what sends the event twice around Oct 13");
    expect(evidenceOf(finding!).at(-1)).toEqual({
      label: "Copies: same user, same second",
      value: "50% of events, normally 0.2%",
      isLast: true,
    });
  });

  it("are named beside the segment that they come from", () => {
    const { row, finding } = run(steady(1000, [2000, 2000]), steady(2, [1000, 1000]), { os: 1000 });
    expect(row.cause).toBe(causeOf(finding!));
    expect(row.cause).toMatch(
      /^About 1,992 of the 2,000 extra events are copies: .*; 100% of the extra events have \$os = iOS/,
    );
    expect(headlineOf(finding!)).toBe("Checkout up 100% since Oct 13, almost all copies, almost all on iOS");
  });

  it.each([
    ["fewer than half of the extra events are copies", steady(2, [480, 480])],
    ["they vary as much from day to day", steady(2).map((_, day) => [2, 700, 300, 2][day % 4]!)],
  ])("don't explain it if %s", (_name, copies) => {
    const { row, finding } = run(steady(1000, [2000, 2000]), copies);
    expect([row.severity, row.cause, finding!.copies]).toEqual(["alert", null, undefined]);
  });

  it("are a warning of their own if they hide that there are fewer events", () => {
    const { row, finding, series } = run(steady(1000, [1000, 1000]), steady(2, [250, 270]));
    expect(row).toMatchObject({
      severity: "warning",
      first_bad_day: "2026-10-13",
      days: 2,
      observed: 520,
      expected: 4,
      change_pct: 25.8,
      cause: null,
      provisional: false,
    });
    expect(row.reason).toBe(
      "About 520 of 2,000 events in the last 2 days are copies (same user, same second): 26% of them, normally 0.2%. " +
        "The number of all events isn't unusual.",
    );
    expect(headlineOf(finding!)).toBe("26% of Checkout events are copies since Oct 13 (0.2% before)");
    expect(sentenceOf(finding!)).toBe(
      "About 520 events in 2 days are copies: same user, same second. The number of all events isn't unusual.",
    );
    expect(
      series?.kind === "counts" && series.days.filter(({ isFlagged }) => isFlagged).map(({ day }) => day),
    ).toEqual(["2026-10-13", "2026-10-14"]);
  });

  it("are no warning below half of the threshold, above their usual share", () => {
    expect(run(steady(1000), steady(2, [151])).row.severity).toBe("normal");
    expect(run(steady(1000), steady(2, [153])).row.severity).toBe("warning");
    const detectors = [selected("event_count_change", 7, 50)];
    expect(run(steady(1000), steady(2, [200]), { detectors }).row.severity).toBe("normal");
    expect(run(steady(1000), steady(2, [260]), { detectors }).row.severity).toBe("warning");
  });

  it("are no warning where they are usual", () => {
    expect(run(steady(1000), steady(400, [450, 450])).row.severity).toBe("normal");
    expect(run(steady(20), steady(0, [8])).row.severity).toBe("normal");
  });

  it("are the same problem on the next day, and over when they stop", () => {
    const previous = (counts: number[], copies: number[]) => {
      const { row } = run(counts, copies);
      return { lastDay: "2026-10-13", rows: [{ ...row }] };
    };
    const before = previous(steady(1000), steady(2, [250, 250]));
    expect(run(steady(1000), steady(2, [250, 250, 250]), { previous: before }).row.state).toBe("ongoing");
    const risen = run(steady(1000, [1000, 1000, 2000]), steady(2, [250, 250, 1000]), { previous: before });
    expect([risen.row.severity, risen.row.state]).toEqual(["alert", "ongoing"]);
    expect(run(steady(1000), steady(2), { previous: before }).row.state).toBe("recovered");
  });
});

it("computes the example of the README of causes", () => {
  const rows = steady(1000, [2000, 2000], 16);
  const aggregates = {
    ...seriesReader(daysUntil(lastDay, 16), []),
    rows: () => rows,
    copies: () => steady(2, [1000, 1000], 16),
  };
  const found = copiesBeside(aggregates, "Checkout", [...Array(14).keys()])([14, 15])!;
  expect([found.share, found.usual]).toEqual([0.5, 0.002]);
  expect([Math.round(found.sent), Number(found.z.toFixed(1))]).toEqual([1992, 49.5]);
});

it("leaves it open whether a server's events were sent twice or rose", () => {
  // A server's events share a second more often on days with more of them, here in proportion.
  const counts = Array.from({ length: 63 }, (_, day) => (day > 60 ? 2600 : 1000 + 100 * (day % 5)));
  const ofServer = run(
    counts,
    counts.map((rows) => Math.round(rows * (rows / 4000))),
  );
  expect([ofServer.row.severity, ofServer.finding!.copies]).toEqual(["alert", undefined]);
  // Users whose events come in groups: their share doesn't depend on how many there are.
  const inGroups = run(
    counts,
    counts.map((rows) => (rows === 2600 ? 1900 : Math.round(rows * 0.46))),
  );
  expect(inGroups.row.cause).toMatch(/^About [\d,]+ of the [\d,]+ extra events are copies/);
});

it("explain a rise of the whole project, which is one finding", () => {
  const names = Object.keys(twelve([]));
  const doubled = (share: number) => {
    const counts = steady(1000, [2000, 2000]);
    const rows = counts.slice(-days.length);
    const series = names.map((parent) =>
      propertySeries({ property: "p", parent, rows, valuesByDay: rows.map(() => ({})) }),
    );
    const copies = steady(2, [1000 * share, 1000 * share], days.length);
    const outcome = evaluateRun(
      countInput(history(twelve(counts)), {
        detectors: [selected("event_count_change")],
        aggregates: { ...seriesReader(days, series), copies: () => copies },
      }),
    );
    return outcome.detectors[0]!.rows.find(({ row }) => row.entity === "(project)")!;
  };
  const { row, finding } = doubled(1);
  expect(row.cause).toBe(
    "About 23,904 of the 23,976 extra events are copies: same user, same second (50% of all events, normally 0.2%)",
  );
  expect(causeOf(finding!)).toBe(row.cause);
  expect(headlineOf(finding!)).toBe("All activity up 100% since Oct 13, almost all copies");
  expect(nextStepOf(finding!, null)).toMatch(/^Look for what sends events twice around Oct 13:/);
  expect(doubled(0.4).row.cause).toBeNull();
});

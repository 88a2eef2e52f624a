import { describe, expect, test } from "vitest";
import { history, lastDay } from "../../../testing/count-history.js";
import { checkProject } from "../check-project.js";

const days = 63;

/**
 * `rows` events on every `every`th day, the last of them `ago` days before the last day; none on other days.
 */
function pulses(every: number, rows: number, ago: number): number[] {
  return Array.from({ length: days }, (_, i) => ((days - 1 - ago - i) % every === 0 ? rows : 0));
}

function severityOf(counts: readonly number[]): string {
  const settings = { threshold: 0.3, checkBackDays: 7 as const };
  const verdict = checkProject(history({ Digest: counts }), lastDay, settings).verdicts[0]!;
  return verdict.kind === "checked" ? verdict.severity : verdict.kind;
}

const replaced = (counts: readonly number[], daysAgo: number, rows: number): number[] =>
  counts.map((count, i) => (i === days - 1 - daysAgo ? rows : count));

describe("an event that comes once a week", () => {
  test.each([0, 1, 3, 6])("is normal %i days after it came", (ago) => {
    expect(severityOf(pulses(7, 1000, ago))).toBe("normal");
  });

  test("is an alert when it doesn't come, or comes ten times as often", () => {
    expect(severityOf(replaced(pulses(7, 1000, 0), 0, 0))).toBe("alert");
    expect(severityOf(replaced(pulses(7, 1000, 0), 0, 10_000))).toBe("alert");
  });

  test("is an alert when it comes on another day", () => {
    expect(severityOf(replaced(pulses(7, 1000, 3), 0, 1000))).toBe("alert");
  });
});

describe("an event that comes every other week", () => {
  test.each([0, 2, 5])("is normal %i days after it came", (ago) => {
    expect(severityOf(pulses(14, 1000, ago))).toBe("normal");
  });
});

test("one spike two weeks ago doesn't excuse another", () => {
  const steady = Array.from({ length: days }, () => 1000);
  expect(severityOf(replaced(replaced(steady, 14, 3000), 0, 3000))).toBe("alert");
});

import { describe, expect, test } from "vitest";
import { causeText, countCauseWords } from "../../contract/findings/cause-text.js";
import fixtures from "../fixtures/cause.json" with { type: "json" };
import { propertySeries } from "../testing/property-series.js";
import { explanationsOf } from "./best-explanation.js";
import { causeOfExplanations } from "./cause-of.js";

/** Worked examples that were computed independently of this code. Every printed digit must match. */
describe("causes computed independently", () => {
  test.each(fixtures.map((example) => example.title))("%s", (title) => {
    const example = fixtures.find((one) => one.title === title)!;
    // The inferred type of each day in the file has only the values of that day.
    const tables = example.values_by_day as unknown as Record<string, readonly Record<string, number>[]>;
    const { first_index: first, last_index: last, expected_by_day: expectedByDay } = example.run;
    const streak = range(first, last + 1);
    const base = range(first - 14, first);
    const change = {
      streak,
      observedByDay: streak.map((day) => example.rows[day]!),
      expectedByDay,
      base,
      references: [
        base.slice(-1),
        base.slice(-3),
        base.filter((day) => streak.some((other) => (other - day) % 7 === 0)),
      ],
    };
    const [best] = explanationsOf(change, Object.keys(tables).sort(), (property) =>
      propertySeries({
        property,
        rows: example.rows,
        valuesByDay: tables[property]!.map((values) =>
          Object.fromEntries(Object.entries(values).map(([value, rows]) => [JSON.stringify(value), rows])),
        ),
      }),
    );
    if (!example.cause) return expect(best).toBeUndefined();
    expect({
      property: best!.property,
      values: best!.values.map(({ name }) => JSON.parse(name!) as string),
      part: Number(best!.part.toFixed(6)),
      usual: Number(best!.usual.toFixed(6)),
      text: causeText(causeOfExplanations([best!]), countCauseWords("missing")),
    }).toEqual(example.cause);
  });
});

const range = (from: number, end: number): number[] => Array.from({ length: end - from }, (_, i) => from + i);

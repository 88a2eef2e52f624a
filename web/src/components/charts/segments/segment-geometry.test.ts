import { expect, it } from "vitest";
import { changeInside } from "./segment-geometry";

it.each([
  ["missing", { before: 0.004, after: 0.38456 }, 1, { from: "0.4%", to: "39%" }],
  ["shifted", { before: 0, after: 0.6445 }, 1, { from: null, to: "65%" }],
  // 4.4 of 10 events, as a headline counts them; 1.1 of 2.6 a day would be −58%.
  ["events", { before: 2.6, after: 1.1 }, 4, { from: null, to: "−56%" }],
  ["events", { before: 0.01, after: 3 }, 4, { from: null, to: "n/a" }],
] as const)("rounds %s %j as sentences do", (measure, segment, badDays, shown) => {
  expect(changeInside(measure, segment, badDays)).toEqual(shown);
});

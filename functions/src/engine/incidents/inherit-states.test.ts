import { expect, test } from "vitest";
import { evaluateRun } from "../evaluate-run.js";
import { countInput, history, lastDay, steady } from "../testing/count-history.js";

test("a run over the same days takes the earlier run's states, and what that run lacked is new", () => {
  const checkout = steady(100, [40, 40]);
  const first = evaluateRun(countInput(history({ Checkout: checkout })));
  const rows = first.detectors.flatMap((detector) => detector.rows.map(({ row }) => row));
  const reported = rows.map((row) => (row.state === "new" ? { ...row, state: "ongoing" as const } : row));

  const again = evaluateRun({
    ...countInput(history({ Checkout: checkout, Signup: steady(100, [30, 30]) })),
    previous: { lastDay, rows: reported },
  });
  const states = again.detectors[0]!.rows.map(({ row }) => [row.entity, row.state]);
  expect(states).toContainEqual(["Checkout", "ongoing"]);
  expect(states).toContainEqual(["Signup", "new"]);
});

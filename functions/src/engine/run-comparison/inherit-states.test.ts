import { expect, test } from "vitest";
import { evaluateRun } from "../evaluate/evaluate-run.js";
import { countInput, history, lastDay, steady } from "../testing/count-history.js";

test("a run over the same days keeps the earlier run's states, and what that run didn't have is new", () => {
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

test("a recovered finding stays recovered in a run over the same days, with the same figures", () => {
  const broken = evaluateRun(countInput(history({ Checkout: steady(100, [40, 40]) })));
  const rowsOf = (outcome: typeof broken) =>
    outcome.detectors.flatMap((detector) => detector.rows.map(({ row }) => row));
  const nextDay = "2026-10-24";
  const healed = countInput(
    history({ Checkout: steady(100, [40, 40, ...Array<number>(10).fill(100)]) }, nextDay),
    { previous: { lastDay, rows: rowsOf(broken) } },
  );
  const recovered = rowsOf(evaluateRun(healed)).find(({ state }) => state === "recovered")!;
  expect(recovered).toMatchObject({ entity: "Checkout", severity: "normal", first_bad_day: "2026-10-13" });

  const again = evaluateRun({ ...healed, previous: { lastDay: nextDay, rows: rowsOf(evaluateRun(healed)) } });
  expect(rowsOf(again).filter(({ state }) => state !== null)).toEqual([recovered]);
});

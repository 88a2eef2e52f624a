import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { demoReport } from "./demo-report.js";

const committed = JSON.parse(
  readFileSync(new URL("../../../web/src/features/landing/demo-report.json", import.meta.url), "utf8"),
) as ReturnType<typeof demoReport>;

it("the landing page shows what the engine says of the demo project today (else: npm run landing-data)", () => {
  const { verdicts, findings, folded, shown } = demoReport();
  expect({ verdicts, findings, folded }).toEqual({
    verdicts: committed.verdicts,
    findings: committed.findings,
    folded: committed.folded,
  });
  expect(shown).toMatchObject({
    entity: committed.shown.entity,
    observed: committed.shown.observed,
    firstBadDay: committed.shown.firstBadDay,
    cause: { property: committed.shown.cause.property, value: committed.shown.cause.value },
  });
});

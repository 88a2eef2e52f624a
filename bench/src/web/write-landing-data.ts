import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { alarmComparison } from "./alarm-comparison.js";
import { demoReport } from "./demo-report.js";

/**
 * Writes the figures the landing page shows: a report on the demo project and alarms on clean projects.
 * Run it after a change of the engine or of the demo data; what it writes is committed.
 */
const landing = new URL("../../../web/src/features/landing/", import.meta.url);
const parts = {
  "demo-report.json": demoReport,
  "alarm-comparison.json": () => alarmComparison({ seed: "validate", projects: 4 }),
};
for (const [name, measure] of Object.entries(parts)) {
  const path = fileURLToPath(new URL(name, landing));
  writeFileSync(path, `${JSON.stringify(measure(), null, 2)}\n`);
  console.log(`wrote ${path}`);
}

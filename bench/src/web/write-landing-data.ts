import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { alarmComparison } from "./alarm-comparison.js";
import { demoReport } from "./demo-report.js";
import { sample } from "./sample-report.js";

/**
 * Writes the demo project's results that the public pages show, and the alarms on clean projects. Run it after
 * changing the engine or the demo data, and commit the files.
 */
const features = new URL("../../../web/src/features/", import.meta.url);
const { report, incident, outcomes } = await sample();
const parts = {
  "landing/demo-report.json": pretty(demoReport(outcomes)),
  "landing/alarm-comparison.json": pretty(alarmComparison({ seed: "validate", projects: 4 })),
  "reports/demo/sample-report.json": JSON.stringify(report),
  "incidents/sample/sample-incident.json": JSON.stringify(incident),
};
for (const [name, text] of Object.entries(parts)) {
  const path = fileURLToPath(new URL(name, features));
  writeFileSync(path, `${text}\n`);
  console.log(`wrote ${path}`);
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

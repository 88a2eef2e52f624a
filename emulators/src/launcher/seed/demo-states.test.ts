import { describe, expect, it } from "vitest";
import { detectorKeys } from "../../../../functions/src/contract/detectors.js";
import { incidentStatusSchema } from "../../../../functions/src/contract/incidents/states.js";
import type { RunInput } from "../../../../functions/src/engine/model.js";
import { evaluateRun } from "../../../../functions/src/engine/evaluate/evaluate-run.js";
import { countInput, selected } from "../../../../functions/src/engine/testing/count-history.js";
import type { IncidentRecord } from "../../../../functions/src/features/incidents/incident-record.js";
import { recordFindings } from "../../../../functions/src/testing/record-findings.js";
import { ada } from "../../../../functions/src/testing/tenants.js";
import { testApp, type TestApp } from "../../../../functions/src/testing/test-app.js";
import { rowsOn } from "../../mixpanel/data/counts.js";
import { type Day, addDays, daysBetween } from "../../mixpanel/data/days.js";
import type { Dataset } from "../../mixpanel/data/dataset.js";
import { faultSets } from "../../mixpanel/data/planted.js";
import { createdOn } from "../../mixpanel/data/profiles.js";
import { demoDataset, demoRunInput } from "../../mixpanel/demo-run.testing.js";
import { readDemoData, setupInput } from "./demo-data.js";
import type { ProductClient } from "./product-client.js";
import { triageIncidents } from "./triage-incidents.js";
import { someOf } from "../../../../functions/src/testing/thorough.js";

const { setups } = readDemoData();

/** The runs of a fresh start, oldest first: those of past days, then today's first run. */
const runs = [
  ...setups.flatMap(({ name, pastRunDaysAgo: daysAgo }) => (daysAgo === null ? [] : [{ name, daysAgo }])),
  { name: setups.find(({ runs }) => runs)!.name, daysAgo: 0 },
].sort((a, b) => b.daysAgo - a.daysAgo);

async function start(
  app: TestApp,
  anchor: Day,
  inputOf: (lastDay: Day, detectors: RunInput["detectors"], daysAgo: number) => RunInput,
): Promise<void> {
  for (const { name, daysAgo } of runs) {
    const { selectedDetectors } = setupInput(
      setups.find((setup) => setup.name === name)!,
      "c1",
    );
    const lastTestedDay = addDays(anchor, -daysAgo);
    const { detectors } = evaluateRun(inputOf(lastTestedDay, selectedDetectors, daysAgo));
    await recordFindings(app, ada, { runId: `r${daysAgo}`, connectionId: "c1", lastTestedDay }, detectors);
  }
}

/** Everything that is broken and a sample of the rest, because the whole project takes half a minute. */
const fewer = (dataset: Dataset): Dataset => ({
  ...dataset,
  events: dataset.events.filter(({ name }, index) => index % 20 === 0 || broken.has(name)),
  oldProfiles: 700,
  newProfilesPerDay: 40,
});
const broken = new Set(
  Object.values(faultSets[0]!).flatMap((fault) => (typeof fault === "object" ? fault.event : String(fault))),
);

const incidentsOf = ({ db }: TestApp): IncidentRecord[] => db.all<IncidentRecord>(ada, "incidents");
const statesOf = (incidents: readonly IncidentRecord[]): string[] =>
  [...new Set(incidents.map(({ detectorState }) => detectorState))].sort();

describe("a fresh start of the demo", () => {
  it("shows incidents of every state and status", async () => {
    const app = testApp();
    app.addMember("ada", "eve", "editor");
    await app.as("eve").get("/api/auth/user");
    const dataset = fewer(demoDataset("2026-11-17"));
    await start(app, dataset.anchor, (lastDay, detectors, daysAgo) =>
      demoRunInput(dataset, lastDay, detectors, { readsEvents: daysAgo === 0 }),
    );
    await triageIncidents({
      get: async (path: string) => (await app.as("ada").get(path).expect(200)).body as unknown,
      post: async (path: string, body: object) =>
        (await app.as("ada").post(path).send(body).expect(200)).body as unknown,
    } as unknown as ProductClient);
    const all = incidentsOf(app);
    expect(statesOf(all.filter(({ status }) => status === "open"))).toEqual([
      "escalating",
      "new",
      "ongoing",
      "regressed",
    ]);
    expect(statesOf(all)).toEqual(["escalating", "new", "new_level", "ongoing", "recovered", "regressed"]);
    expect([...new Set(all.map(({ status }) => status))].sort()).toEqual(
      [...incidentStatusSchema.options].sort(),
    );
  });

  it.each(someOf(daysBetween("2026-11-06", "2026-11-12")))(
    "on the day after %s has an incident that came back and one that got worse",
    async (anchor) => {
      const app = testApp();
      const dataset = demoDataset(anchor);
      await start(app, anchor, (lastDay, detectors) => {
        const days = daysBetween(addDays(lastDay, -86), lastDay);
        const events = new Map(
          dataset.events.map((event) => [event.name, days.map((day) => rowsOn(dataset, event, day))]),
        );
        const counted = detectorKeys.filter((key) => /event_(count|stopped)|profile_count/.test(key));
        return countInput(
          { days, events },
          {
            detectors: detectors.filter(({ key }) => counted.includes(key)).map(({ key }) => selected(key)),
            profiles: {
              seen: { days, properties: () => [], series: () => expect.fail("no property is checked") },
              created: { days, counts: days.map((day) => createdOn(dataset, day)) },
              snapshotDays: new Set(),
              totals: [],
            },
          },
        );
      });
      const states = incidentsOf(app).map(({ entity, detectorState }) => `${entity}: ${detectorState}`);
      expect(states).toEqual(
        expect.arrayContaining(["Coupon Applied: regressed", "(new profiles): escalating"]),
      );
    },
  );
});

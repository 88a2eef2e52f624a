import { expect, it } from "vitest";
import { mixpanelClient } from "../../../functions/src/adapters/mixpanel/mixpanel-client.js";
import { addDays, dayRange } from "../../../functions/src/common/days.js";
import { hoursOf } from "../../../functions/src/common/hours.js";
import { hourMs } from "../../../functions/src/common/time.js";
import { judgeHours } from "../../../functions/src/engine/hours/judge-hours.js";
import { latenessDays } from "../../../functions/src/engine/hours/lateness.js";
import { learnLateHours } from "../../../functions/src/features/runs/steps/learn-late-hours.js";
import { baselineDays, requestHours } from "../../../functions/src/features/runs/steps/read-hours.js";
import { testDependencies } from "../../../functions/src/testing/dependencies.js";
import { ada } from "../../../functions/src/testing/tenants.js";
import { demoAccount } from "./projects.js";
import { startClient } from "./testing.js";

const timeZone = "America/Los_Angeles";
const access = { ...demoAccount, region: "us", projectId: "1000002" } as const;
const event = "Page Viewed";

it("finds nothing in rows that phones deliver hours late, and an event that is silent", async () => {
  let now = Date.parse("2026-11-08T12:00:00Z");
  const client = await startClient({ now: () => new Date(now), anchor: "2026-10-20" });
  const deps = { ...testDependencies(), mixpanel: mixpanelClient({ baseUrl: client.url }) };
  const events = await deps.mixpanel.eventNames(access);
  const run = { workspaceId: ada, signal: new AbortController().signal } as Parameters<
    typeof requestHours
  >[1];
  /** What a run finds two hours after so many hours of a day are over. */
  const check = async (day: string, tested: number) => {
    now = hoursOf(day, timeZone)[0]! + (tested + 2) * hourMs;
    const query = { events, from: addDays(day, -baselineDays), to: day, timeZone };
    const read = [...(await requestHours(deps, run, access, query))!];
    const history = new Map(read.map(([name, days]) => [name, days.slice(0, -1)]));
    const today = new Map(
      read.map(([name, days]) => [name, { day, counts: days.at(-1)!.counts.slice(0, tested) }]),
    );
    const lateness = await learnLateHours(deps.objects, "hours.json", today, history);
    const found = judgeHours({ history, today, lateness, threshold: 0.3 });
    return { known: lateness.days, found: found.map(({ kind, event }) => `${kind} ${event}`) };
  };
  const told: string[] = [];
  for (const day of dayRange("2026-11-08", "2026-11-20"))
    for (let tested = 2; tested <= 24; tested += 2) told.push(...(await check(day, tested)).found);
  expect(told).toEqual([]);
  await client.fault({ kind: "silent-event", event, since: hoursOf("2026-11-21", timeZone)[10] });
  const { known, found } = await check("2026-11-21", 16);
  expect(found).toEqual([`silence ${event}`]);
  // Drops and spikes were checked, too.
  expect(known).toBeGreaterThan(latenessDays);
  await client.close();
});

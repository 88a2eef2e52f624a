import { describe, expect, it } from "vitest";
import { addDays } from "../../../common/days.js";
import { objectPaths } from "../../../common/object-paths.js";
import { dayMs } from "../../../common/time.js";
import { detectorKeys } from "../../../contract/detectors.js";
import {
  addPaymentMethod,
  deliver,
  lastDay,
  runsOf,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { SimulatedProject } from "../../../testing/simulated-project.js";
import { readRunFindings } from "../finding-files.js";
import { startRun } from "../lifecycle/start-run.js";

/*
 * All rows and charts of some runs, compared with files. A change of a rule, a sentence or a figure shows in them, and `npx
 * vitest run -u --project functions whole-runs` accepts it.
 */

/** All checks of a simulated project on its last three days; some people have lost their `plan` by then. */
async function lastRun(seed: number) {
  const deps = await runWorld([...detectorKeys]);
  addPaymentMethod(deps);
  const span = { from: addDays(lastDay, -70), to: lastDay, faultsFrom: addDays(lastDay, -18) };
  const project = new SimulatedProject(seed, span);
  deps.clock.advance(-2 * dayMs);
  for (const day of [addDays(lastDay, -2), addDays(lastDay, -1), lastDay]) {
    project.serve(deps.mixpanel, day);
    deps.mixpanel.people = people(day);
    await startRun(deps, workspaceId, setupId);
    await deliver(deps);
    if (day < lastDay) deps.clock.advance(dayMs);
  }
  const [run] = await runsOf(deps);
  const files = await Promise.all(
    detectorKeys.map((key) => deps.objects.read(objectPaths.detectorCsv(workspaceId, run!.id, key))),
  );
  return {
    run: run!,
    csv: files.map((bytes) => bytes!.toString()),
    findings: (await readRunFindings(deps, workspaceId, run!.id))!,
  };
}

/** 40 people for each of 35 days; those of the last three days who use Android have no plan. */
const people = (until: string) =>
  Array.from({ length: 35 * 40 }, (_, index) => {
    const day = addDays(lastDay, -(index % 35));
    const $os = Math.floor(index / 35) % 3 === 0 ? "Android" : "iOS";
    const hasPlan = $os === "iOS" || day <= addDays(lastDay, -3);
    const plan = hasPlan && { plan: index % 5 === 0 ? "pro" : "free" };
    return { distinctId: `u${index}`, properties: { $last_seen: `${day}T10:00:00`, $os, ...plan } };
  }).filter(({ properties }) => properties.$last_seen <= `${until}T24`);

const sixDigits = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

describe("whole runs", () => {
  it.each([4, 5, 6, 11])("of simulated project %i find and draw what they did before", async (seed) => {
    const { run, csv, findings } = await lastRun(seed);
    expect(run.status).toBe("completed");
    const rows = csv.map((text) => text.replaceAll("\r", "").replace("\ufeff", "")).join("\n");
    await expect(rows).toMatchFileSnapshot(`fixtures/run-${seed}.csv`);
    const drawn = findings.map((finding) => JSON.stringify(finding, sixDigits)).join("\n");
    await expect(drawn).toMatchFileSnapshot(`fixtures/run-${seed}.ndjson`);
  });
});

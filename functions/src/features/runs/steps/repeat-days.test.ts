import { expect, it } from "vitest";
import { objectPaths } from "../../../common/object-paths.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { at, hourlyWorld, passHours } from "../../../testing/hourly-world.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { handleTask } from "../../../entry/task-handlers.js";
import { hourMs, minuteMs } from "../../../common/time.js";
import {
  connectionId,
  deliver,
  passTime,
  project,
  runsOf,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import type { TestApp } from "../../../testing/test-app.js";
import type { IncidentRecord } from "../../incidents/incident-record.js";
import { getDetectorResult } from "../../reports/get-detector-result.js";
import { getDownload } from "../../reports/get-download.js";
import { getReport } from "../../reports/get-report.js";
import { deleteRun } from "../lifecycle/delete-run.js";
import { startRun } from "../lifecycle/start-run.js";

/** The afternoon before the first run: its day has a finding, the hours of later days have none. */
const lastAfternoon = { from: at(14, "2026-11-17"), until: at(0) };

const filesOf = ({ objects }: TestApp, id: string) => objects.paths(objectPaths.run(workspaceId, id));

/** A project in which a run at 03:05 judged days and hours, and the run after that found nothing new in hours. */
async function repeated() {
  const app = await hourlyWorld(lastAfternoon);
  await passHours(app, 4);
  const [second, first] = await runsOf(app);
  expect(second!.repeats).toBe(first!.id);
  return { app, first: first!, second: second! };
}

it("shows the results of the earlier run, and has no files and no messages of its own", async () => {
  const { app, first, second } = await repeated();
  expect(app.mailer.sent).toHaveLength(1);
  expect(app.mixpanel.calls.slice(-1)).toEqual(["eventHours"]);
  expect(filesOf(app, first.id)).not.toEqual([]);
  expect(filesOf(app, second.id)).toEqual([]);
  expect(second).toMatchObject({
    status: "completed",
    summary: first.summary,
    rowsAnalysed: first.rowsAnalysed,
    rowsCounted: 0,
    hours: { status: "tested" },
    repeats: first.id,
    nextSweepAt: null,
  });
  const report = await getReport(app, workspaceId, first.id);
  expect(report.detectors.flatMap(({ topRows }) => topRows)).toHaveLength(1);
  expect(await getReport(app, workspaceId, second.id)).toMatchObject({
    detectors: report.detectors,
    hours: { untilHour: "02:00" },
    sameDaysAs: first.startedAt,
    isRecorded: true,
  });
  const result = await getDetectorResult(app, workspaceId, first.id, "event_count_change");
  expect(await getDetectorResult(app, workspaceId, second.id, "event_count_change")).toEqual({
    ...result,
    runId: second.id,
  });
  const csv = await getDownload(app, workspaceId, first.id, "event_count_change");
  expect(await getDownload(app, workspaceId, second.id, "event_count_change")).toEqual(csv);
});

it("is planned where memory is cheap, and goes on elsewhere only if it judges the days, which a crash doesn't change", async () => {
  const app = await hourlyWorld(lastAfternoon);
  await passHours(app, 4);
  const runs = await runsOf(app);
  const idsOf = (queue: "planHourlyRun" | "executeRun") =>
    new Set(app.queue.of(queue).map(({ runId }) => runId));
  expect(idsOf("planHourlyRun")).toEqual(new Set(runs.map(({ id }) => id)));
  const judged = runs.filter(({ repeats }) => repeats === null).map(({ id }) => id);
  expect(idsOf("executeRun")).toEqual(new Set(judged));
  await app.schema.changeExclusions(workspaceId, connectionId, [
    { kind: "event", event: "Search", isExcluded: true },
  ]);
  app.clock.advance(5 * minuteMs);
  await everyMinute(app);
  await deliver(app, { times: 2 });
  app.queue.isDown = true;
  app.clock.advance(hourMs);
  await everyMinute(app);
  await deliver(app);
  app.queue.isDown = false;
  await passTime(app);
  expect((await runsOf(app)).map(({ status }) => status)).toEqual(Array<string>(6).fill("completed"));
});

it("leaves every step but planning to the run's own queue", async () => {
  const { app } = await repeated();
  // So the days have to be judged again; their exports are stored.
  await app.schema.changeExclusions(workspaceId, connectionId, [
    { kind: "event", event: "Search", isExcluded: true },
  ]);
  app.clock.advance(5 * minuteMs);
  await everyMinute(app);
  const { runId } = app.queue.of("planHourlyRun").at(-1)!;
  const work = async (queue: "planHourlyRun" | "executeRun") => {
    await handleTask(app, queue, { workspaceId, runId }, { retryCount: 0 });
    const { status, step, lease } = (await app.runs.find(workspaceId, runId))!;
    const isLeft = app.queue.of("executeRun").some((task) => task.runId === runId);
    return { status, step, lease, isLeft };
  };
  const left = { status: "running", step: "judging", lease: null, isLeft: true };
  expect(await work("planHourlyRun")).toEqual(left);
  // A task may come twice.
  expect(await work("planHourlyRun")).toEqual(left);
  expect(filesOf(app, runId)).toEqual([]);
  expect(await work("executeRun")).toMatchObject({ status: "completed" });
});

/** What changes between two runs of the same day, so that the later one has to judge the days again. */
const changes: [string, (app: TestApp) => Promise<unknown>][] = [
  [
    "somebody acted on an incident",
    async (app) => {
      const [incident] = app.db.all<IncidentRecord>(workspaceId, "incidents");
      const action = { kind: "mute", mute: { until: "unmuted" } };
      await app
        .as("ada")
        .post("/api/v1/incidents/actions")
        .send({ ids: [incident!.id], action })
        .expect(200);
    },
  ],
  [
    "something was excluded",
    (app) =>
      app.schema.changeExclusions(workspaceId, connectionId, [
        { kind: "event", event: "Search", isExcluded: true },
      ]),
  ],
  [
    "the setup was edited",
    (app) =>
      app.setups.update(workspaceId, setupId, ({ selectedDetectors }) => ({
        selectedDetectors: selectedDetectors.map((one) => ({
          ...one,
          settings: { ...one.settings, thresholdPercent: 40 },
        })),
      })),
  ],
  [
    "the earlier run was deleted",
    async (app) => deleteRun(app, workspaceId, (await runsOf(app))[0]!.repeats!),
  ],
  [
    "the counts that it read are gone",
    (app) => app.objects.deletePrefix(objectPaths.counts(workspaceId, project)),
  ],
];

it.each(changes)("judges the days again if %s", async (_what, change) => {
  const { app } = await repeated();
  await change(app);
  await passHours(app, 1);
  const [third] = await runsOf(app);
  expect(third).toMatchObject({ status: "completed", repeats: null, lastTestedDay: "2026-11-17" });
  expect(filesOf(app, third!.id)).not.toEqual([]);
  await passHours(app, 1);
  const [fourth] = await runsOf(app);
  expect(fourth).toMatchObject({ status: "completed", repeats: third!.id });
});

it("judges the days again when somebody starts a run, and later runs repeat that one", async () => {
  const { app } = await repeated();
  await startRun(app, workspaceId, setupId);
  await deliver(app);
  const [manual] = await runsOf(app);
  expect(manual).toMatchObject({ trigger: "manual", repeats: null });
  expect(app.queue.of("planHourlyRun")).not.toContainEqual({ workspaceId, runId: manual!.id });
  await passHours(app, 1);
  expect((await runsOf(app))[0]).toMatchObject({ repeats: manual!.id });
});

it("judges the days again if a check of the earlier run failed", async () => {
  const app = await hourlyWorld(lastAfternoon, ["event_count_change", "event_property_null_rate"]);
  app.mixpanel.failures.set("eventCounts", new MixpanelError("unavailable", "Query API", "503"));
  await passHours(app, 2);
  expect((await runsOf(app)).map(({ repeats }) => repeats)).toEqual([null, null]);
});

it("keeps the results while a run shows them, and deletes them with the last one", async () => {
  const { app, first, second } = await repeated();
  const shown = (await getReport(app, workspaceId, second.id)).detectors;
  await deleteRun(app, workspaceId, first.id);
  expect(await app.runs.find(workspaceId, first.id)).toBeNull();
  expect((await getReport(app, workspaceId, second.id)).detectors).toEqual(shown);
  await deleteRun(app, workspaceId, second.id);
  expect(filesOf(app, first.id)).toEqual([]);
  expect(await app.runs.detectors(workspaceId, first.id)).toEqual([]);
});

it("judges the days again if the earlier run is deleted while its hours are read", async () => {
  const { app, first, second } = await repeated();
  const { before } = app.mixpanel;
  app.mixpanel.before = async (call, access) => {
    if (call === "eventHours") {
      app.mixpanel.before = before;
      for (const { id } of [first, second]) await deleteRun(app, workspaceId, id);
    }
    await before(call, access);
  };
  await passHours(app, 1);
  const [third] = await runsOf(app);
  expect(third).toMatchObject({ status: "completed", repeats: null });
  expect((await getReport(app, workspaceId, third!.id)).detectors).toHaveLength(2);
});

it("ends an incident of hours once the hours of a later day are fine", async () => {
  const app = await hourlyWorld({ from: at(19, "2026-11-17"), until: at(1) });
  await passHours(app, 8);
  const incidents = app.db.all<IncidentRecord>(workspaceId, "incidents");
  expect(incidents.filter(({ recoveredOn }) => recoveredOn === null)).toEqual(
    incidents.filter(({ finding }) => finding.found.figures.rule !== "hours"),
  );
});

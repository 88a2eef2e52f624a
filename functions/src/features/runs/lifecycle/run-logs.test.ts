import { expect, it } from "vitest";
import { jsonLogger } from "../../../common/logger.js";
import { minuteMs } from "../../../common/time.js";
import { deliver, passTime, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { MixpanelError } from "../../../ports/mixpanel-error.js";
import { everyMinute } from "../../../entry/every-minute.js";
import { cancelRun } from "./cancel-run.js";
import { startRun } from "./start-run.js";

/* The logs tell an engineer on call which run stopped, at which step, why, and what happens next. */

async function loggedWorld(...given: Parameters<typeof runWorld>) {
  const deps = await runWorld(...given);
  const lines: Record<string, unknown>[] = [];
  const logger = jsonLogger({}, (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
  const said = (message: string) => lines.filter((line) => line["message"] === message);
  return { deps: { ...deps, logger }, lines, said };
}

it("logs a run's end once, with its counts", async () => {
  const { deps, lines, said } = await loggedWorld([
    "event_count_change",
    "event_property_null_rate",
    "user_property_null_rate",
  ]);
  deps.mixpanel.people = [{ distinctId: "u1", properties: { $last_seen: "2026-11-17", plan: "pro" } }];
  const { id } = await startRun(deps, workspaceId, setupId);
  deps.clock.advance(3_000);
  await deliver(deps);
  expect(said("run ended")).toMatchObject([
    { severity: "INFO", workspaceId, runId: id, setupId, trigger: "manual", status: "completed", code: null },
  ]);
  const [line] = said("run ended") as [Record<string, number>];
  expect(line).toMatchObject({ waitedMs: 3_000, durationMs: 0, alerts: 2, attempt: 0 });
  expect(line["rows"]).toBeGreaterThan(0);
  expect(said("days aggregated")).toHaveLength(3);
  expect(said("profiles read")).toMatchObject([{ workspaceId, runId: id, profiles: 1, unlistedValues: 0 }]);
  expect(JSON.stringify(lines)).not.toMatch(/Purchase|Sign Up|right-secret|ada@/);
});

it("logs at which step a run stopped, why, and what happens next", async () => {
  const { deps, said } = await loggedWorld(["event_count_change"]);
  deps.mixpanel.failures.set(
    "eventCounts",
    new MixpanelError("unavailable", "Query API", "503", { status: 503 }),
  );
  const { id } = await startRun(deps, workspaceId, setupId);
  await passTime(deps, 20);
  const interruptions = said("run interrupted");
  expect(interruptions[0]).toMatchObject({
    severity: "WARNING",
    runId: id,
    step: "Reading event counts from Mixpanel",
    attempt: 0,
    disposition: "retry",
    code: "unavailable",
  });
  expect(said("run ended")).toMatchObject([{ severity: "INFO", status: "failed", code: "unavailable" }]);
});

it("logs an error for failures that are ours to fix", async () => {
  const { deps, said } = await loggedWorld(["event_count_change"]);
  deps.schema.inventory = () => Promise.reject(new Error("a bug of ours"));
  await startRun(deps, workspaceId, setupId);
  await passTime(deps, 20);
  expect(said("run interrupted")[0]).toMatchObject({ code: "internal", errorMessage: "a bug of ours" });
  expect(said("run ended")).toMatchObject([{ severity: "ERROR", status: "failed", code: "internal" }]);
});

it("logs runs that are cancelled, scheduled late, or refused on schedule", async () => {
  const due = { scheduleCron: "0 9 * * *", nextRunAt: "2026-11-18T11:59:00.000Z" };
  const { deps, said } = await loggedWorld(["event_count_change"], due);
  await everyMinute(deps);
  const [scheduled] = said("run scheduled");
  expect(scheduled).toMatchObject({ workspaceId, setupId, lateMs: minuteMs, begins: true });
  await cancelRun(deps, workspaceId, scheduled!["runId"] as string, "ada@example.com");
  expect(said("run ended")).toMatchObject([{ status: "cancelled", code: "cancelled", durationMs: null }]);

  await deps.connections.applyVerification(workspaceId, "connection-1", 1, {
    status: "failed",
    verificationError: null,
  });
  deps.clock.advance(24 * 60 * minuteMs);
  await everyMinute(deps);
  expect(said("run ended").at(-1)).toMatchObject({ status: "failed", code: "connection-not-verified" });
});

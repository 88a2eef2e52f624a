import { describe, expect, it } from "vitest";
import { addDays } from "../../../engine/days.js";
import { dayRange } from "../../../engine/profile/aggregates/project-days.js";
import { encodeDay } from "../../../engine/profile/encoding/encode-day.js";
import { createExportProfiler } from "../../../engine/profile/export/export-profiler.js";
import { AggregateStore, connectionHashKey } from "./aggregate-store.js";
import {
  connectionId,
  lastDay,
  passTime,
  project,
  runWorld,
  setupId,
  workspaceId,
} from "../../../testing/run-world.js";
import { LargeProject } from "../../../testing/large-project.js";
import type { DaySpan } from "./export-ranges.js";
import { initialBilling } from "../../billing/account/run-permission.js";
import { startRun } from "../lifecycle/start-run.js";

const readingMs = 60_000;

async function world({
  dayTakes,
  isInOrder = true,
  shares,
  historyDays,
}: {
  /** In parts of the time that a task may read. */
  dayTakes: number;
  isInOrder?: boolean;
  shares?: Record<string, number>;
  /** Days that the project's Mixpanel plan gives access to. */
  historyDays?: number;
}) {
  const deps = await runWorld(["event_property_null_rate"]);
  deps.db.set(workspaceId, "account", workspaceId, {
    activeRunId: null,
    billing: { ...initialBilling, hasPaymentMethod: true },
  });
  const connection = await deps.connections.get(workspaceId, connectionId);
  await deps.connections.applyVerification(workspaceId, connectionId, 1, {
    status: "verified",
    verificationError: null,
    capabilities: { ...connection.capabilities!, timeZone: "UTC", historyDays: historyDays ?? null },
  });
  const large = new LargeProject(deps, dayTakes * readingMs, isInOrder, shares);
  large.countedDays = dayRange(addDays(lastDay, -69), lastDay);
  large.serve();
  return { deps, large };
}

const manyEvents = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Event ${at}`, 2 + (at % 5)]));

type World = Awaited<ReturnType<typeof world>>;

async function run({ deps }: World) {
  const { id } = await startRun(deps, workspaceId, setupId);
  await passTime(deps, 3_000);
  return (await deps.runs.find(workspaceId, id))!;
}

/** Days whose stored bytes are not those of one reading. */
async function wrongDays({ deps, large }: World, { from, to }: DaySpan): Promise<string[]> {
  const store = new AggregateStore(deps.objects);
  const hashKey = connectionHashKey(deps.settings.hashKey, workspaceId, connectionId);
  const stored = await store.encodedDays(workspaceId, project, dayRange(from, to));
  return stored.flatMap(({ day, bytes }) => {
    const clock = { exportTimeBasis: "utc", timeZone: "UTC" } as const;
    const profiler = createExportProfiler({ ...clock, days: { from: day, to: day }, hashKey });
    profiler.push(large.linesOf(day));
    return encodeDay(profiler.end().day(day)).equals(bytes) ? [] : [day];
  });
}

const bytesRatio = ({ large }: World, { from, to }: DaySpan) => large.bytesSent / large.bytesOf(from, to);

describe("a project that is too large for a task's time", () => {
  it.each([
    ["by days, in order", 0.3, true],
    ["by days, in no order", 0.3, false],
    ["by groups of events, in order", 1.7, true],
    ["by groups of events, in no order", 1.7, false],
    ["by many groups of events, in no order", 4, false, manyEvents],
  ])("is split %s: it reads little twice and ends with the same bytes", async (_name, dayTakes, isInOrder, shares = undefined) => {
    const split = await world({ dayTakes, isInOrder, ...(shares && { shares, historyDays: 12 }) });
    const ended = await run(split);
    const days = ended.plan!.aggregateDays!;
    console.log(_name, days, bytesRatio(split, days), split.large.exports.length, ended.error, ended.requestsUsed);
    expect(ended).toMatchObject({ status: "completed", error: null });
    expect(await wrongDays(split, days)).toEqual([]);
    expect(bytesRatio(split, days)).toBeLessThanOrEqual(1.2);
  });
});

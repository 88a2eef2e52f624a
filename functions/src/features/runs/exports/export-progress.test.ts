import { describe, expect, it, onTestFinished, vi } from "vitest";
import { secondMs } from "../../../common/time.js";
import { deliver, runWorld, setupId, workspaceId } from "../../../testing/run-world.js";
import { ExportProgress } from "./export-progress.js";
import { runTiming } from "../lifecycle/run-timing.js";
import { startRun } from "../lifecycle/start-run.js";

const days = { from: "2026-11-01", to: "2026-11-07" };
const row = (day: string) =>
  Buffer.from(`{"event":"A","properties":{"time":${Date.parse(`${day}T12:00:00Z`) / 1_000},"x":1}}\n`);

it("counts the days that are done, and every byte", () => {
  const progress = new ExportProgress(days);
  expect(progress.read).toEqual({ days: 0, bytes: 0 });
  progress.push(row("2026-11-01"));
  expect(progress.read.days).toBe(0);
  progress.push(Buffer.concat([row("2026-11-02"), row("2026-11-04")]));
  expect(progress.read).toEqual({ days: 3, bytes: 3 * row("2026-11-01").length });
});

it("never counts the last day as done, nor a day outside the range", () => {
  const progress = new ExportProgress(days);
  progress.push(row("2026-10-31"));
  expect(progress.read.days).toBe(0);
  progress.push(row("2026-11-08"));
  expect(progress.read.days).toBe(6);
});

it("doesn't count days that come out of order", () => {
  const progress = new ExportProgress(days);
  progress.push(row("2026-11-06"));
  progress.push(row("2026-11-02"));
  expect(progress.read).toEqual({ days: 0, bytes: 2 * row("2026-11-06").length });
});

it("accepts chunks that are cut anywhere, and rows without a time", () => {
  const whole = row("2026-11-05");
  for (let cut = 0; cut <= whole.length; cut++) {
    const progress = new ExportProgress(days);
    progress.push(whole.subarray(0, cut));
    progress.push(whole.subarray(cut));
    progress.push(Buffer.from('{"event":"B","properties":{}}\n'));
    expect([0, 4]).toContain(progress.read.days);
    expect(progress.read.bytes).toBe(whole.length + 30);
  }
});

describe("a run with a slow export", () => {
  it("shows progress before its first range ends, with only a few more writes", async () => {
    const deps = await runWorld(["event_property_null_rate"]);
    // The export comes in 20 pieces, one a second.
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { exportEvents } = deps.mixpanel;
    deps.mixpanel.exportEvents = async (access) => {
      const whole: Buffer[] = [];
      for await (const chunk of await exportEvents.call(deps.mixpanel, access)) whole.push(chunk);
      const bytes = Buffer.concat(whole);
      return (async function* () {
        for (let part = 0; part < 20; part++) {
          yield bytes.subarray((part * bytes.length) / 20, ((part + 1) * bytes.length) / 20);
          await vi.advanceTimersByTimeAsync(secondMs);
        }
      })();
    };
    const { id } = await startRun(deps, workspaceId, setupId);
    const seen: number[] = [];
    const { transact } = deps.runs;
    deps.runs.transact = async (tenant, work) => {
      const result = await transact(tenant, work);
      const run = await deps.runs.find(tenant, id);
      if (run?.parts.some(({ status }) => status === "pending")) seen.push(run.progress.done);
      return result;
    };
    await deliver(deps, { using: { ...deps, timing: runTiming } });
    expect((await deps.runs.find(workspaceId, id))!.status).toBe("completed");
    const before = seen.filter((done) => done > 0);
    expect(before.length).toBeGreaterThan(0);
    // Claims and ends of three parts, and at most four renewals of each.
    expect(seen.length).toBeLessThanOrEqual(3 * 2 + 3 * 4);
  });
});

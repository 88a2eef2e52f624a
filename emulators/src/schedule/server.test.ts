import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serve, type RunningServer } from "../http/serve.js";
import { isDue, startSchedule } from "./server.js";

let calls: { path: string; headers: IncomingHttpHeaders }[];
let functions: RunningServer;
let schedule: RunningServer;

beforeEach(async () => {
  calls = [];
  functions = await serve((request, response) => {
    calls.push({ path: request.url ?? "", headers: request.headers });
    response.writeHead(200).end();
  }, 0);
  schedule = await startSchedule({
    port: 0,
    functionsUrl: functions.url,
    projectId: "demo",
    schedules: async () => [{ name: "everyMinute", region: "us-central1", schedule: "every 1 minutes" }],
    automatic: false,
  });
});

afterEach(async () => {
  await schedule.close();
  await functions.close();
});

it("calls the function on request, as Cloud Scheduler does", async () => {
  const response = await fetch(`${schedule.url}/_tick`, { method: "POST" });
  expect(await response.json()).toMatchObject({ last: [{ function: "everyMinute", status: 200 }] });
  expect(calls[0]?.path).toBe("/demo/us-central1/everyMinute-0");
  expect(calls[0]?.headers).toMatchObject({
    "x-cloudscheduler-jobname": "firebase-schedule-everyMinute-us-central1",
    "x-cloudscheduler-scheduletime": expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it("reports a function that does not answer", async () => {
  await functions.close();
  const response = await fetch(`${schedule.url}/_tick`, { method: "POST" });
  expect(await response.json()).toMatchObject({ last: [{ status: 0 }] });
});

it.each([
  ["every 1 minutes", "2026-01-01T00:07:00Z", true],
  ["every 5 minutes", "2026-01-01T00:07:00Z", false],
  ["every 5 minutes", "2026-01-01T00:10:00Z", true],
  ["every 2 hours", "2026-01-01T02:00:00Z", true],
  ["every 2 hours", "2026-01-01T03:00:00Z", false],
])("knows whether %s is due at %s", (text, time, due) => {
  expect(isDue(text, Date.parse(time))).toBe(due);
});

it("refuses a schedule that it does not support", () => {
  expect(() => isDue("0 9 * * 1", 0)).toThrow(/every N minutes/);
});

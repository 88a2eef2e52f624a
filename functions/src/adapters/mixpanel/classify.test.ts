import { describe, expect, it } from "vitest";
import { errorOf } from "./classify.js";

const kindOf = (status: number, body: string, headers: Record<string, string> = {}) =>
  errorOf("Query API", status, new Headers(headers), body);

const hourly =
  "Query rate limit exceeded. This request exceeded the rate limit (61/60 queries running in the last hour).";
const concurrency =
  "Query rate limit exceeded. This request exceeded the concurrency limit (6/5 queries running concurrently).";

describe("a response other than 2xx", () => {
  it.each([
    [401, '{"status":"error","error":"Invalid service account credentials"}', "credentials"],
    [400, '{"error":"Unable to authenticate request"}', "credentials"],
    [400, '{"request":"/x","error":"Invalid project ID"}', "bad-project"],
    [404, '{"status":"error","error":"Project not found"}', "bad-project"],
    [404, "Not found", "not-found"],
    [400, "to_date cannot be later than today", "invalid"],
    [400, "Your plan does not support raw data export", "plan"],
    [402, "Your plan does not allow API calls", "plan"],
    [403, '{"error":"not a project member"}', "no-access"],
    [403, "", "no-access"],
    [403, "Date range exceeds 90 days into the past", "history"],
    [400, "Credentials in request did not match project_id URL parameter", "no-access"],
    [422, '{"status":"error","error":"x"}', "invalid"],
    [500, "<html>bad</html>", "unavailable"],
    [503, "", "unavailable"],
    [429, JSON.stringify({ error: hourly }), "hourly-limit"],
    [429, JSON.stringify({ error: concurrency }), "busy"],
    [429, '{"error":"Query rate limit exceeded for project_id: 1"}', "busy"],
    [429, '{"error":"too many export requests in progress for this project"}', "busy"],
  ])("%i %s is %s", (status, body, kind) => {
    expect(kindOf(status, body)).toMatchObject({ kind, status });
  });

  it("429 is classified by the rate-limit header first", () => {
    const hour = { RateLimit: '"project";r=0;t=1800, "project-concurrency";r=3' };
    expect(kindOf(429, JSON.stringify({ error: concurrency }), hour)).toMatchObject({
      kind: "hourly-limit",
      retryAfterSeconds: 1_800,
    });
    const atOnce = { RateLimit: '"project";r=12, "project-concurrency";r=0;t=10', "Retry-After": "10" };
    expect(kindOf(429, "", atOnce)).toMatchObject({ kind: "busy", retryAfterSeconds: 10 });
  });

  it("429 without a policy is classified by the wait", () => {
    const body = '{"error":"too many export requests in progress for this project"}';
    expect(kindOf(429, body, { "Retry-After": "3540" })).toMatchObject({ kind: "hourly-limit" });
    expect(kindOf(429, body, { "Retry-After": "1" })).toMatchObject({ kind: "busy" });
  });

  it("accepts a date in Retry-After", () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    expect(kindOf(429, "", { "Retry-After": inAnHour }).retryAfterSeconds).toBeGreaterThan(3_500);
  });

  it("keeps long and HTML bodies out of its message", () => {
    expect(kindOf(500, `<html>${"x".repeat(5_000)}</html>`).message).toBe("Query API: 500");
    expect(kindOf(500, "x".repeat(5_000)).message.length).toBeLessThan(400);
  });
});

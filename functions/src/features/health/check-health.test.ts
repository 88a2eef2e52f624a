import { expect, it } from "vitest";
import { checkHealth, cachedProbe } from "./check-health.js";

it("is ok when everything answers, and otherwise names what doesn't within the timeout", async () => {
  const never = () => new Promise(() => undefined);
  expect(await checkHealth({ a: async () => 1, b: async () => 2 }, 50)).toEqual({
    status: "ok",
    checks: { a: "ok", b: "ok" },
  });
  const broken = { a: async () => 1, b: () => Promise.reject(new Error("secret detail")), c: never };
  expect(await checkHealth(broken, 50)).toEqual({
    status: "degraded",
    checks: { a: "ok", b: "failed", c: "failed" },
  });
});

it("probes a dependency at most once per interval, however often health is requested", async () => {
  let [now, asked] = [0, 0];
  const probe = cachedProbe(
    async () => ++asked,
    5_000,
    () => now,
  );
  await Promise.all([probe(), probe(), probe()]);
  now = 4_999;
  await probe();
  expect(asked).toBe(1);
  now = 5_000;
  await probe();
  expect(asked).toBe(2);
});

it("caches a failure no longer than a success", async () => {
  let now = 0;
  let isDown = true;
  const probe = cachedProbe(
    () => (isDown ? Promise.reject(new Error("down")) : Promise.resolve()),
    5_000,
    () => now,
  );
  await expect(probe()).rejects.toThrow();
  isDown = false;
  await expect(probe()).rejects.toThrow();
  now = 6_000;
  await expect(probe()).resolves.toBeUndefined();
});

import { expect, it } from "vitest";
import type { Dependencies } from "../../composition/dependencies.js";
import { checkHealth, cachedProbe } from "./check-health.js";
import { healthFigures } from "./health-figures.js";

it("is ok when everything answers, and names what does not, in time", async () => {
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

it("asks a dependency once in a while, however often it is asked", async () => {
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

it("remembers a failure no longer than an answer", async () => {
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

it("has no figures, in time, while the store does not answer", async () => {
  const billing = { reconciliation: () => new Promise(() => undefined) } as Dependencies["billing"];
  const figures = healthFigures({ billing, clock: { now: () => new Date(0) } }, 50);
  expect(await figures()).toEqual({});
});

import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { activeRunQuery } from "@/data/active-run";
import { billingConfigQuery, billingStatusQuery, pricingQuery, usageQuery } from "@/data/billing";
import { setupsQuery } from "@/data/setups";
import { createQueryClient } from "./query-client";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/**
 * How often a query that responds immediately is fetched in this many seconds, with the window refocused at
 * the end.
 */
async function fetchCount(
  options: { queryKey: readonly unknown[] },
  seconds: number,
  fails = false,
): Promise<number> {
  const client = createQueryClient();
  client.mount();
  let count = 0;
  const queryFn = () => {
    count += 1;
    return fails ? Promise.reject(new Error("down")) : Promise.resolve([]);
  };
  const observer = new QueryObserver(client, { ...options, queryFn, select: undefined });
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  stop();
  client.unmount();
  return count;
}

it.each([
  ["the active run every 5 s", activeRunQuery(), 299, 60],
  ["the billing status every 30 s", billingStatusQuery(), 299, 10],
  ["usage every 60 s", usageQuery(), 299, 5],
  ["the billing configuration every 5 min", billingConfigQuery(), 301, 2],
  ["nothing else on a timer or on focus", setupsQuery(), 3_600, 1],
  ["prices once", pricingQuery(), 3_600, 1],
])("fetches %s", async (_what, options, seconds, times) => {
  expect(await fetchCount(options, seconds)).toBe(times);
});

it("does not retry a failed query", async () => {
  expect(await fetchCount(setupsQuery(), 3_600, true)).toBe(1);
});

it("does not retry a failed mutation", async () => {
  const client = createQueryClient();
  const mutationFn = vi.fn(() => Promise.reject(new Error("down")));
  await client
    .getMutationCache()
    .build(client, { mutationFn, ...client.getDefaultOptions().mutations })
    .execute(undefined)
    .catch(() => {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(mutationFn).toHaveBeenCalledTimes(1);
});

it("never treats data as stale", async () => {
  const client = createQueryClient();
  const queryFn = vi.fn(() => Promise.resolve([]));
  const options = { queryKey: ["x"], queryFn };
  await client.fetchQuery(options);
  await vi.advanceTimersByTimeAsync(1_000);
  await client.fetchQuery(options);
  expect(queryFn).toHaveBeenCalledTimes(1);
});

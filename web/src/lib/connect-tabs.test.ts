import { QueryObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { connectTabs, createQueryClient } from "./query-client";

type Channel = Pick<BroadcastChannel, "postMessage" | "onmessage">;

/** Two tabs that read the same value, and a change of it in the first one. */
function twoTabs() {
  let stored = "open";
  const ends: Channel[] = [0, 1].map((own) => ({
    onmessage: null,
    postMessage: (data: unknown) =>
      ends[1 - own]!.onmessage?.call({} as BroadcastChannel, new MessageEvent("message", { data })),
  }));
  const [first, second] = ends.map((end) => {
    const client = createQueryClient();
    connectTabs(client, end);
    return client;
  });
  const read = vi.fn(() => Promise.resolve(stored));
  const change = (mutationFn: () => Promise<unknown>) =>
    first!.getMutationCache().build(first!, { mutationFn }).execute(undefined);
  return {
    read,
    second: second!,
    close: () => change(() => Promise.resolve((stored = "closed"))),
    fail: () => change(() => Promise.reject(new Error("refused"))),
  };
}

it("a tab shows what was changed in another one", async () => {
  const { second, read, close } = twoTabs();
  const observer = new QueryObserver(second, { queryKey: ["incident"], queryFn: read });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("open"), 15_000);
  await close();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("closed"), 15_000);
  stop();
});

it("a change that failed concerns no other tab", async () => {
  const { second, read, fail } = twoTabs();
  await second.fetchQuery({ queryKey: ["incident"], queryFn: read });
  await fail().catch(() => undefined);
  expect(second.getQueryState(["incident"])?.isInvalidated).toBe(false);
});

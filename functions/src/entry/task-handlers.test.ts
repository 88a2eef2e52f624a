import { expect, it, vi } from "vitest";
import type { WorkspaceId } from "../contract/workspaces.js";
import { addMs, minuteMs, secondMs, toInstant } from "../common/time.js";
import { testDependencies } from "../testing/dependencies.js";
import type { TaskName, TaskPayload } from "../ports/task-queue.js";
import { handleTask } from "./task-handlers.js";

const [ada, bob] = ["ada", "bob"] as WorkspaceId[];

/** Workers of these tasks read their connection first, and wait there until it is released. */
function busyWorld() {
  const deps = testDependencies();
  const working: { workspaceId: WorkspaceId; end: () => void }[] = [];
  deps.connections.find = (workspaceId) =>
    new Promise((resolve) => working.push({ workspaceId, end: () => resolve(null) }));
  const of = (id: WorkspaceId) => working.filter(({ workspaceId }) => workspaceId === id);
  const handle = <K extends TaskName>(name: K, payload: TaskPayload<K>) =>
    handleTask(deps, name, payload, { retryCount: 0 });
  const endOne = (id: WorkspaceId) => {
    const [first] = of(id);
    working.splice(working.indexOf(first!), 1);
    first!.end();
  };
  return { deps, of, handle, endOne };
}
/** Handlers are loaded with the first task. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

it.each([
  [
    "runReplay",
    3,
    (workspaceId: WorkspaceId, i: number) => ({
      workspaceId,
      replayId: `c-${String(i).padStart(24, "0")}`,
      attempt: "a",
    }),
  ],
  [
    "syncSchema",
    5,
    (workspaceId: WorkspaceId, i: number) => ({ workspaceId, connectionId: `c${i}`, syncId: "s" }),
  ],
  [
    "readProjectContext",
    3,
    (workspaceId: WorkspaceId, i: number) => ({ workspaceId, connectionId: `c${i}` }),
  ],
] as const)(
  "a workspace's tasks %s run %i at a time, and the others wait outside of the workers",
  async (name, most, payload) => {
    const { deps, of, handle, endOne } = busyWorld();
    const all = Array.from({ length: 14 }, (_, i) => handle(name, payload(ada!, i) as never));
    const bobs = handle(name, payload(bob!, 0) as never);
    await soon(() => {
      expect(of(ada!)).toHaveLength(most);
      expect(of(bob!)).toHaveLength(1);
      expect(deps.queue.of(name)).toHaveLength(14 - most);
    });
    const later = toInstant(addMs(deps.clock.now(), 5 * secondMs));
    for (const { options } of deps.queue.tasks) expect(toInstant(options.notBefore!)).toBe(later);

    // Each that ends makes room for the next, until all have had their turn.
    for (let waiting = 13 - most; waiting >= 0; waiting--) {
      endOne(ada!);
      await Promise.race(all);
      const [next] = deps.queue.tasks.splice(0, 1);
      await soon(() => expect(of(ada!)).toHaveLength(most - 1));
      all.push(handle(name, next!.payload as never));
      await soon(() => expect(of(ada!)).toHaveLength(most));
      expect(deps.queue.of(name)).toHaveLength(waiting);
    }
    for (let i = 0; i < most; i++) endOne(ada!);
    endOne(bob!);
    await Promise.all([...all, bobs]);
  },
);

it("turns of workers that died come back", async () => {
  const { deps, of, handle } = busyWorld();
  const start = (i: number) =>
    void handle("readProjectContext", { workspaceId: ada!, connectionId: `c${i}` });
  for (let i = 0; i < 4; i++) start(i);
  await soon(() => expect(deps.queue.tasks).toHaveLength(1));
  await soon(() => expect(of(ada!)).toHaveLength(3));
  deps.clock.advance(10 * minuteMs);
  start(4);
  await soon(() => expect(of(ada!)).toHaveLength(4));
});

it("a turn ends with its task, also with one that failed", async () => {
  const deps = testDependencies();
  deps.connections.find = () => Promise.reject(new Error("store is down"));
  for (let i = 0; i < 10; i++)
    await expect(
      handleTask(deps, "readProjectContext", { workspaceId: ada, connectionId: "c" }, { retryCount: 0 }),
    ).rejects.toThrow("store is down");
  expect(deps.queue.tasks).toEqual([]);
});

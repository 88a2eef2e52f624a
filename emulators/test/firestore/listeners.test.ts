import { describe, expect, it, vi } from "vitest";
import { connect, projectId } from "./client.js";

const project = projectId();
const db = connect(project);
const other = connect(project);

/** Only guards against hangs: a busy machine may be slow. */
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000 });

describe("listeners", () => {
  it("report changes to a document by another client", async () => {
    const seen: unknown[] = [];
    const stop = db.doc("watched/a").onSnapshot((snapshot) => seen.push(snapshot.get("n")));
    await soon(() => expect(seen).toEqual([undefined]));
    await other.doc("watched/a").set({ n: 1 });
    await soon(() => expect(seen).toEqual([undefined, 1]));
    await other.doc("watched/a").delete();
    await soon(() => expect(seen).toEqual([undefined, 1, undefined]));
    stop();
  });

  it("report what enters, changes in and leaves a query", async () => {
    const changes: string[] = [];
    const query = db.collection("queue").where("open", "==", true).orderBy("n");
    const stop = query.onSnapshot((snapshot) => {
      for (const change of snapshot.docChanges()) changes.push(`${change.type} ${change.doc.id}`);
    });
    await other.doc("queue/a").set({ open: true, n: 1 });
    await soon(() => expect(changes).toEqual(["added a"]));
    await other.doc("queue/a").update({ n: 2 });
    await soon(() => expect(changes).toEqual(["added a", "modified a"]));
    await other.doc("queue/a").update({ open: false });
    await soon(() => expect(changes).toEqual(["added a", "modified a", "removed a"]));
    stop();
  });

  it("report nothing after they are stopped", async () => {
    let stoppedHeard = 0;
    const stop = db.doc("watched/b").onSnapshot(() => (stoppedHeard += 1));
    const seen: unknown[] = [];
    const stopOther = other.doc("watched/b").onSnapshot((snapshot) => seen.push(snapshot.get("n")));
    await soon(() => expect([stoppedHeard, seen]).toEqual([1, [undefined]]));
    stop();
    // Google's emulator keeps a write but may answer with UNKNOWN if a listener to the document is just leaving.
    await other
      .doc("watched/b")
      .set({ n: 1 })
      .catch(() => {});
    await soon(() => expect(seen).toEqual([undefined, 1]));
    expect(stoppedHeard).toBe(1);
    stopOther();
  });
});

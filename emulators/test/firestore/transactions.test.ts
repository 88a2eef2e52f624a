import { describe, expect, it } from "vitest";
import { connect, projectId } from "./client.js";

const project = projectId();
const clients = [connect(project), connect(project), connect(project)] as const;
const [db] = clients;
const patient = { maxAttempts: 50 };

/** Runs the task `perClient` times on every client, all at the same time. */
const together = <T>(perClient: number, task: (client: (typeof clients)[number]) => Promise<T>) =>
  Promise.all(clients.flatMap((client) => Array.from({ length: perClient }, () => task(client))));

describe("transactions of several clients", () => {
  it("lose no update to one document", async () => {
    const path = "counters/one";
    await db.doc(path).set({ n: 0 });
    await together(5, (client) =>
      client.runTransaction(async (transaction) => {
        const snapshot = await transaction.get(client.doc(path));
        transaction.update(client.doc(path), { n: snapshot.get("n") + 1 });
      }, patient),
    );
    expect((await db.doc(path).get()).get("n")).toBe(15);
  });

  it("let only one of many create what a query does not find yet", async () => {
    const winners = await together(4, (client) =>
      client.runTransaction(async (transaction) => {
        const taken = await transaction.get(client.collection("names").where("name", "==", "ann"));
        if (!taken.empty) return 0;
        transaction.create(client.collection("names").doc(), { name: "ann" });
        return 1;
      }, patient),
    );
    expect(winners.reduce<number>((sum, won) => sum + won, 0)).toBe(1);
    expect((await db.collection("names").get()).size).toBe(1);
  });

  it("let only one of many take a free slot of a parent document", async () => {
    await db.doc("users/u").set({ activeRunId: null });
    const outcomes = await together(5, (client) =>
      client.runTransaction(async (transaction) => {
        const user = await transaction.get(client.doc("users/u"));
        if (user.get("activeRunId") !== null) return "busy";
        const run = client.collection("users/u/runs").doc();
        transaction.create(run, { status: "pending" });
        transaction.update(user.ref, { activeRunId: run.id });
        return "started";
      }, patient),
    );
    expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(1);
    expect((await db.collection("users/u/runs").get()).size).toBe(1);
  });

  it("let only the last of many count a counter down to zero", async () => {
    await db.doc("fan/out").set({ left: 9 });
    const last = await together(3, (client) =>
      client.runTransaction(async (transaction) => {
        const left = (await transaction.get(client.doc("fan/out"))).get("left") - 1;
        transaction.update(client.doc("fan/out"), { left });
        return left === 0;
      }, patient),
    );
    expect(last.filter(Boolean)).toHaveLength(1);
  });
});

describe("a transaction", () => {
  it("writes nothing when its function fails", async () => {
    const failing = db.runTransaction(async (transaction) => {
      transaction.set(db.doc("rolled/back"), { a: 1 });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect((await db.doc("rolled/back").get()).exists).toBe(false);
  });

  it("reads, counts and lists before it writes", async () => {
    await db.doc("mixed/a").set({ n: 1 });
    const seen = await db.runTransaction(async (transaction) => {
      const [one, none] = await transaction.getAll(db.doc("mixed/a"), db.doc("mixed/none"));
      const count = await transaction.get(db.collection("mixed").count());
      const list = await transaction.get(db.collection("mixed").orderBy("n").limit(5));
      transaction.set(db.doc("mixed/b"), { n: 2 });
      return [one?.get("n"), none?.exists, count.data().count, list.size];
    });
    expect(seen).toEqual([1, false, 1, 1]);
  });

  const standIn = process.env["PLUMBLINE_FIRESTORE"] === "standin";

  // The stand-in keeps no past states, and the product needs none.
  it.skipIf(standIn)("that only reads sees a single state", async () => {
    await db.doc("state/a").set({ n: 1 });
    const seen = await db.runTransaction(
      async (transaction) => {
        const first = await transaction.get(db.doc("state/a"));
        await clients[1].doc("state/a").set({ n: 2 });
        const second = await transaction.get(db.doc("state/a"));
        return [first.get("n"), second.get("n")];
      },
      { readOnly: true },
    );
    expect(seen).toEqual([1, 1]);
  });

  it("without reads is applied", async () => {
    await db.runTransaction(async (transaction) => {
      transaction.set(db.doc("blind/a"), { n: 1 });
    });
    expect((await db.doc("blind/a").get()).get("n")).toBe(1);
  });
});

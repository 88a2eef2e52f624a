import { FieldPath, FieldValue, GeoPoint, Timestamp } from "firebase-admin/firestore";
import { describe, expect, it } from "vitest";
import { connect, failure, projectId } from "./client.js";

const ALREADY_EXISTS = 6;
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

const db = connect(projectId());

describe("documents", () => {
  it("stores every kind of value", async () => {
    const reference = db.doc("other/one");
    const value = {
      text: "žlutý 🐎",
      empty: "",
      whole: 9007199254740991,
      fraction: 0.1,
      negativeZero: -0,
      notANumber: NaN,
      infinite: -Infinity,
      yes: true,
      nothing: null,
      at: new Timestamp(1700000000, 123456000),
      bytes: Buffer.from([0, 1, 255]),
      place: new GeoPoint(48.2, 16.37),
      list: [1, "two", { three: 3 }],
      map: { "a.b": { "c`d": 1 } },
      emptyMap: {},
      emptyList: [],
      vector: FieldValue.vector([1, 2.5]),
    };
    await db.doc("values/all").set({ ...value, reference });
    const read = (await db.doc("values/all").get()).data();
    expect(read?.["reference"].path).toBe("other/one");
    expect(read?.["vector"].toArray()).toEqual([1, 2.5]);
    expect(read).toMatchObject({ ...value, vector: expect.anything() });
  });

  it("reports that a missing document does not exist", async () => {
    const snapshot = await db.doc("values/none").get();
    expect([snapshot.exists, snapshot.data()]).toEqual([false, undefined]);
  });

  it("creates once", async () => {
    await db.doc("once/x").create({ a: 1 });
    expect(await failure(db.doc("once/x").create({ a: 2 }))).toBe(ALREADY_EXISTS);
  });

  it("updates only what exists", async () => {
    expect(await failure(db.doc("once/none").update({ a: 1 }))).toBe(NOT_FOUND);
  });

  it("updates nested fields and fields with unusual names", async () => {
    const document = db.doc("nested/x");
    await document.set({ a: { b: 1, c: 2 }, "x.y": 1 });
    await document.update({ "a.b": 5 });
    await document.update(new FieldPath("x.y"), 6, new FieldPath("new", "`odd`"), 7);
    expect((await document.get()).data()).toEqual({ a: { b: 5, c: 2 }, "x.y": 6, new: { "`odd`": 7 } });
  });

  it("merges, merges named fields, and deletes fields", async () => {
    const document = db.doc("merge/x");
    await document.set({ a: { b: 1 }, keep: 1 });
    await document.set({ a: { c: 2 } }, { merge: true });
    await document.set({ a: { b: 9 }, keep: 9 }, { mergeFields: ["a.b"] });
    await document.update({ "a.c": FieldValue.delete() });
    expect((await document.get()).data()).toEqual({ a: { b: 9 }, keep: 1 });
  });

  it("transforms on the server", async () => {
    const document = db.doc("transform/x");
    await document.set({ n: 1, list: [1, 2] });
    await document.update({
      n: FieldValue.increment(2.5),
      list: FieldValue.arrayUnion(2, 3),
      at: FieldValue.serverTimestamp(),
    });
    await document.update({ list: FieldValue.arrayRemove(1) });
    const data = (await document.get()).data();
    expect(data).toMatchObject({ n: 3.5, list: [2, 3] });
    expect(data?.["at"]).toBeInstanceOf(Timestamp);
  });

  it("enforces preconditions", async () => {
    const document = db.doc("precondition/x");
    const first = await document.set({ a: 1 });
    await document.set({ a: 2 });
    const stale = document.update({ a: 3 }, { lastUpdateTime: first.writeTime });
    expect(await failure(stale)).toBe(FAILED_PRECONDITION);
    expect(await failure(db.doc("precondition/none").delete({ exists: true }))).toBe(NOT_FOUND);
    await document.delete({ lastUpdateTime: (await document.get()).updateTime! });
    expect((await document.get()).exists).toBe(false);
  });

  it("commits a batch whole or not at all", async () => {
    const batch = db.batch();
    batch.set(db.doc("batch/a"), { n: 1 });
    batch.update(db.doc("batch/missing"), { n: 1 });
    expect(await failure(batch.commit())).toBe(NOT_FOUND);
    expect((await db.doc("batch/a").get()).exists).toBe(false);
  });

  it("accepts 500 writes at once", async () => {
    const batch = db.batch();
    for (let n = 0; n < 500; n += 1) batch.set(db.doc(`many/${String(n).padStart(3, "0")}`), { n });
    await batch.commit();
    expect((await db.collection("many").count().get()).data().count).toBe(500);
  });

  it("reports the one failed write of a bulk writer", async () => {
    const writer = db.bulkWriter();
    writer.onWriteError(() => false);
    const good = writer.create(db.doc("bulk/a"), { n: 1 });
    const bad = failure(writer.update(db.doc("bulk/none"), { n: 1 }));
    await writer.close();
    await expect(good).resolves.toBeDefined();
    expect(await bad).toBe(NOT_FOUND);
  });

  it("reads several documents with a field mask", async () => {
    await db.doc("mask/a").set({ a: { b: 1, c: 2 }, d: 3 });
    const [found, missing] = await db.getAll(db.doc("mask/a"), db.doc("mask/none"), { fieldMask: ["a.b"] });
    expect([found?.data(), missing?.exists]).toEqual([{ a: { b: 1 } }, false]);
  });

  it("lists collections and documents, including those that only have children", async () => {
    await db.doc("tree/parent/child/x").set({ a: 1 });
    const documents = await db.collection("tree").listDocuments();
    const collections = await db.doc("tree/parent").listCollections();
    expect([documents.map(({ id }) => id), collections.map(({ id }) => id)]).toEqual([["parent"], ["child"]]);
  });

  it("deletes a tree", async () => {
    await db.doc("doomed/a/b/c").set({ a: 1 });
    await db.doc("doomed/a").set({ a: 1 });
    await db.recursiveDelete(db.collection("doomed"));
    expect((await db.collectionGroup("b").get()).size + (await db.collection("doomed").get()).size).toBe(0);
  });

  it("refuses a document beyond 1 MiB", async () => {
    expect(await failure(db.doc("big/x").set({ text: "x".repeat(1_100_000) }))).toBe(3);
  });
});

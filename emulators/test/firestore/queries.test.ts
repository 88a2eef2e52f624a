import { AggregateField, FieldPath, Filter } from "firebase-admin/firestore";
import { beforeAll, describe, expect, it } from "vitest";
import { connect, projectId } from "./client.js";

const db = connect(projectId());
const runs = db.collection("users/u1/runs");

beforeAll(async () => {
  const batch = db.batch();
  for (let n = 0; n < 20; n += 1) {
    batch.set(runs.doc(`run-${String(n).padStart(2, "0")}`), {
      n,
      status: n % 3 === 0 ? "failed" : "completed",
      tags: n % 2 === 0 ? ["even", "all"] : ["all"],
      ...(n % 5 === 0 && { rare: n }),
    });
  }
  batch.set(db.doc("users/u2/runs/other"), { n: 100, status: "completed", tags: [] });
  batch.set(runs.doc("without"), { status: "completed", tags: [] });
  await batch.commit();
});

const ids = async (query: FirebaseFirestore.Query) => (await query.get()).docs.map(({ id }) => id);
const numbers = async (query: FirebaseFirestore.Query) => (await query.get()).docs.map((d) => d.get("n"));

describe("queries", () => {
  it("combine equality, range, order and limit", async () => {
    const query = runs.where("status", "==", "failed").where("n", ">", 3).orderBy("n", "desc").limit(3);
    expect(await numbers(query)).toEqual([18, 15, 12]);
  });

  it("leave out documents that lack the field to order by", async () => {
    expect(await numbers(runs.orderBy("rare"))).toEqual([0, 5, 10, 15]);
    expect(await ids(runs.where("n", "!=", 3).where("n", "<", 5))).not.toContain("without");
  });

  it("support in, not-in, array-contains and array-contains-any", async () => {
    expect(await numbers(runs.where("n", "in", [1, 4, 99]))).toEqual([1, 4]);
    expect(await numbers(runs.where("n", "not-in", [0, 1]).where("n", "<", 4))).toEqual([2, 3]);
    expect(await ids(runs.where("tags", "array-contains", "even"))).toHaveLength(10);
    expect(await ids(runs.where("tags", "array-contains-any", ["even", "none"]))).toHaveLength(10);
  });

  it("combine OR and AND", async () => {
    const filter = Filter.or(
      Filter.where("n", "==", 1),
      Filter.and(Filter.where("n", ">", 17), Filter.where("status", "==", "failed")),
    );
    expect(await numbers(runs.where(filter).orderBy("n"))).toEqual([1, 18]);
  });

  it("page by cursor values and by snapshots, forward and from the end", async () => {
    const ordered = runs.orderBy("n", "desc");
    const first = await ordered.limit(2).get();
    expect(await numbers(ordered.startAfter(first.docs[1]!).limit(2))).toEqual([17, 16]);
    expect(await numbers(ordered.startAt(5).endBefore(2))).toEqual([5, 4, 3]);
    expect(await numbers(ordered.limitToLast(2))).toEqual([1, 0]);
  });

  it("page by several fields", async () => {
    const ordered = runs.orderBy("status").orderBy("n", "desc").orderBy(FieldPath.documentId(), "desc");
    const page = await ordered.startAfter("completed", 2, "run-02").limit(2).get();
    expect(page.docs.map(({ id }) => id)).toEqual(["run-01", "run-18"]);
  });

  it("compare document ids", async () => {
    const query = runs.where(FieldPath.documentId(), ">=", "run-18").orderBy(FieldPath.documentId());
    expect(await ids(query)).toEqual(["run-18", "run-19", "without"]);
  });

  it("search all collections with a name", async () => {
    const query = db.collectionGroup("runs").where("n", ">=", 19).orderBy("n");
    expect((await query.get()).docs.map(({ ref }) => ref.path)).toEqual([
      "users/u1/runs/run-19",
      "users/u2/runs/other",
    ]);
  });

  it("page through all collections with a name", async () => {
    const query = db.collectionGroup("runs").where("n", ">=", 18).orderBy("n");
    const first = await query.limit(1).get();
    expect(await numbers(query.startAfter(first.docs[0]!))).toEqual([19, 100]);
  });

  it("count, add up and average", async () => {
    const snapshot = await runs
      .where("n", "<", 4)
      .aggregate({
        count: AggregateField.count(),
        sum: AggregateField.sum("n"),
        average: AggregateField.average("n"),
      })
      .get();
    expect(snapshot.data()).toEqual({ count: 4, sum: 6, average: 1.5 });
  });

  it("count nothing as zero", async () => {
    expect((await runs.where("n", ">", 1000).count().get()).data().count).toBe(0);
  });

  it("return only the chosen fields", async () => {
    const [first] = (await runs.orderBy("n").select("n").limit(1).get()).docs;
    expect(first?.data()).toEqual({ n: 0 });
  });

  it("stream", async () => {
    const seen: unknown[] = [];
    for await (const document of runs.orderBy("n").stream()) {
      seen.push((document as unknown as FirebaseFirestore.QueryDocumentSnapshot).get("n"));
    }
    expect(seen).toHaveLength(20);
  });

  it("sort values of different types", async () => {
    const mixed = db.collection("mixed");
    const values = ["text", null, 5, true, Buffer.from("a"), [1], { a: 1 }];
    await Promise.all(values.map((value, index) => mixed.doc(String(index)).set({ value })));
    expect(await ids(mixed.orderBy("value"))).toEqual(["1", "3", "2", "0", "4", "5", "6"]);
  });
});

import { initializeApp } from "firebase-admin/app";
import { getFirestore } from "firebase-admin/firestore";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { neededIndexes, type NeededIndex } from "../../testing/query-recorder.js";
import { firestoreBilling } from "./billing-repository.js";
import { firestoreConnections } from "./connection-repository.js";
import { firestoreRuns } from "./run-repository.js";
import { firestoreSetups } from "./setup-repository.js";

const file = JSON.parse(
  readFileSync(new URL("../../../../firestore.indexes.json", import.meta.url), "utf8"),
) as {
  indexes: NeededIndex[];
  fieldOverrides: {
    collectionGroup: string;
    fieldPath: string;
    indexes: { order: string; queryScope: string }[];
  }[];
};

const now = "2026-11-18T12:00:00.000Z";
const page = { limit: 10 };

/** Every method that queries; arguments only have to be well-formed. */
const ask = async (db: FirebaseFirestore.Firestore) => {
  const runs = firestoreRuns(db);
  await runs.list("u", page);
  await runs.list("u", page, "s");
  await runs.findPrevious("u", "s", "2026-11-17");
  await runs.dueSetups(now, 10);
  await runs.runsToWake(now, 10);
  await runs.runsBefore(now, 10);
  await runs.detectors("u", "r");
  await runs.transact("u", async (tx) => {
    await tx.longestWaiting();
    await tx.waitingOf("s");
  });
  await firestoreSetups(db).list("u", page);
  await firestoreConnections(db).list("u", page);
  await firestoreConnections(db).findVerified("u");
  const billing = firestoreBilling(db);
  await billing.payments("u", 10);
  await billing.unpaid("u");
  await billing.usage("u", page);
  await billing.billedRows("u", now);
  await billing.meteredRows("u", now, now);
  await billing.meterDue(now, 10);
};

it("holds every index that the queries need, and no other: no emulator asks for them", async () => {
  const db = getFirestore(initializeApp({ projectId: "demo-indexes" }, "indexes"));
  const needed = await neededIndexes(db, () => ask(db));
  const key = (index: NeededIndex) =>
    JSON.stringify([
      index.collectionGroup,
      index.queryScope,
      index.fields.map(({ fieldPath, order }) => [fieldPath, order]),
    ]);
  const composite = needed.filter(({ fields }) => fields.length > 1);
  expect(new Set(file.indexes.map(key))).toEqual(new Set(composite.map(key)));

  for (const { collectionGroup, queryScope, fields } of needed.filter(({ fields }) => fields.length === 1)) {
    const override = file.fieldOverrides.find(
      (entry) => entry.collectionGroup === collectionGroup && entry.fieldPath === fields[0]!.fieldPath,
    );
    expect(override?.indexes, `${collectionGroup}.${fields[0]!.fieldPath}`).toContainEqual({
      order: fields[0]!.order,
      queryScope,
    });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { deleteApp, initializeApp } from "firebase-admin/app";
import { getFirestore, GeoPoint, Timestamp } from "firebase-admin/firestore";
import { afterEach, expect, it } from "vitest";
import type { FirestoreBackEnd } from "../../src/firestore/back-end.js";
import { startFirestore } from "../../src/firestore/firestore.js";
import { reserve } from "../../src/launcher/config/ports.js";

const backEnd = (process.env["PLUMBLINE_FIRESTORE"] ?? "auto") as FirestoreBackEnd | "auto";
const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-firestore-"));
const usual = process.env["FIRESTORE_EMULATOR_HOST"];

afterEach(() => {
  process.env["FIRESTORE_EMULATOR_HOST"] = usual;
  rmSync(dataDir, { recursive: true, force: true });
});

it("still has after a restart what was written before it", async () => {
  const value = {
    at: new Timestamp(1700000000, 123456000),
    bytes: Buffer.from([0, 255]),
    place: new GeoPoint(1, 2),
    notANumber: NaN,
    map: { type: "Buffer", data: [1, 2], nested: { $bytes: "x" } },
  };
  await withFirestore(async (db) => {
    await db.doc("kept/a").set(value);
    await db.doc("kept/gone").set({ a: 1 });
    await db.doc("kept/gone").delete();
    await db.doc("kept/nothing").set({});
  });
  await withFirestore(async (db) => {
    expect((await db.doc("kept/a").get()).data()).toEqual(value);
    expect((await db.doc("kept/gone").get()).exists).toBe(false);
    expect((await db.doc("kept/nothing").get()).data()).toEqual({});
  });
});

async function withFirestore(use: (db: FirebaseFirestore.Firestore) => Promise<void>): Promise<void> {
  const [port] = await reserve(1);
  const running = await startFirestore(backEnd, {
    port: port!,
    projectId: "demo-kept",
    dataDir,
    log: () => {},
  });
  process.env["FIRESTORE_EMULATOR_HOST"] = `127.0.0.1:${port}`;
  const app = initializeApp({ projectId: "demo-kept" }, String(port));
  try {
    await use(getFirestore(app));
  } finally {
    await deleteApp(app);
    await running.close();
  }
}

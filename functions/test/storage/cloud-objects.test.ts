import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { startStorage } from "../../../emulators/src/storage/server.js";
import { cloudObjects } from "../../src/adapters/storage/cloud-objects.js";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-objects-"));
const signer = {
  client_email: "signer@demo.iam.gserviceaccount.com",
  private_key: generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
};

let standIn: Awaited<ReturnType<typeof startStorage>>;
beforeAll(async () => {
  standIn = await startStorage({ port: 0, dataDir, signers: [signer] });
});
beforeEach(() => void vi.stubEnv("STORAGE_EMULATOR_HOST", standIn.url));
afterAll(async () => {
  await standIn.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const objects = cloudObjects({ projectId: "demo", bucket: "results", signingKey: signer });

it.each([
  ["in the middle", 2, 5, "234"],
  ["of one byte", 0, 1, "0"],
  ["beyond its end", 8, 100, "89"],
  ["without an end", 4, Infinity, "456789"],
  ["after its end", 10, 20, ""],
])("reads a range of an object %s", async (_name, start, end, bytes) => {
  await objects.write("a/ranged", "0123456789", { contentType: "text/plain" });
  expect((await objects.readRange("a/ranged", start, end))?.toString()).toBe(bytes);
});

it("reads no range of an object that is empty or missing", async () => {
  await objects.write("a/empty", "", { contentType: "text/plain" });
  expect(await objects.readRange("a/empty", 0, 10)).toEqual(Buffer.alloc(0));
  expect(await objects.readRange("a/missing", 0, 10)).toBeNull();
});

/** Shortens all waits of a test: Google's library waits for seconds before it repeats a call. */
function hurry(): void {
  const { setTimeout: wait } = globalThis;
  const shortened = ((call: () => void, ms = 0) => wait(call, ms / 20)) as typeof setTimeout;
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(shortened);
  onTestFinished(() => timers.mockRestore());
}

it.each([
  ["breaks off the connection", 0],
  ["is not available", 503],
])("writes and deletes an object although the store %s", async (_name, status) => {
  hurry();
  const failNextWrite = () =>
    fetch(`${standIn.url}/_faults`, { method: "POST", body: JSON.stringify({ failWrites: 1, status }) });
  await failNextWrite();
  await objects.write("b/kept", "bytes", { contentType: "text/plain" });
  expect((await objects.read("b/kept"))?.toString()).toBe("bytes");
  await failNextWrite();
  await objects.deletePrefix("b/");
  expect(await objects.read("b/kept")).toBeNull();
});

it("updates an object that others update at the same time, and loses nothing", async () => {
  const add = (letter: string) =>
    objects.update("a/updated", (before) => (before?.toString() ?? "") + letter, {
      contentType: "text/plain",
    });
  await Promise.all(["a", "b", "c"].map(add));
  expect((await objects.read("a/updated"))!.toString().split("").sort()).toEqual(["a", "b", "c"]);
  await objects.update("a/updated", () => null, { contentType: "text/plain" });
  expect((await objects.read("a/updated"))!).toHaveLength(3);
});

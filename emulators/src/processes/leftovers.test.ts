import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { startChild, type Child } from "./child-process.js";
import { endLeftovers, recordProcesses } from "./leftovers.js";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "plumbline-leftovers-"));
let child: Child | undefined;

const idle = () => startChild(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { onLine: () => {} });

afterEach(async () => {
  await child?.stop("SIGKILL", 1000);
  rmSync(dataDir, { recursive: true, force: true });
});

it("stops nothing if nothing was recorded", async () => {
  expect(await endLeftovers(dataDir)).toEqual([]);
});

it("leaves alone the parts of a start that is still running", async () => {
  child = await idle();
  recordProcesses(dataDir, { firestore: child.pid });
  expect(await endLeftovers(dataDir)).toEqual([]);
});

it("stops the leftovers of a killed start, but no other process with the same pid", async () => {
  child = await idle();
  recordProcesses(dataDir, { firestore: child.pid });
  const file = path.join(dataDir, "processes.json");
  const command = `${process.execPath} -e setInterval(() => {}, 1000)`;
  const noted = {
    launcher: { pid: process.pid, command: "an earlier launcher" },
    firestore: { pid: child.pid, command },
    firebase: { pid: process.pid, command: "some other command" },
  };
  writeFileSync(file, JSON.stringify(noted));
  expect(await endLeftovers(dataDir)).toEqual(["firestore"]);
  await child.exited;
});

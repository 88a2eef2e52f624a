import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { startChild } from "./child-process.js";
import { waitFor } from "./wait-for.js";

/** A process that starts another one in its group, as firebase-tools does, and prints both pids. */
const parent = `
  const { pid } = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  console.log(process.pid + " " + pid);
  setInterval(() => {}, 1000);
`;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const ended = (pids: readonly number[]) =>
  waitFor("The end of the processes", async () => !pids.some(isRunning) || undefined, 60_000);

it("leaves none of a stopped process's own children", async () => {
  let pids: number[] = [];
  const child = await startChild(process.execPath, ["-e", parent], {
    onLine: (line) => (pids = line.split(" ").map(Number)),
  });
  await waitFor("The start", async () => pids.length === 2 || undefined, 60_000);
  expect(pids.every(isRunning)).toBe(true);
  await child.stop("SIGTERM", 60_000);
  expect(await ended(pids)).toBe(true);
});

it("leaves no process when the program that started it exits", async () => {
  const program = `
    import { startChild } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, "child-process.ts")).href)};
    await startChild(process.execPath, ["-e", ${JSON.stringify(parent)}], {
      onLine: (line) => process.stdout.write(line, () => process.exit(130)),
    });
  `;
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const args = ["--import", loader, "--input-type=module", "-e", program];
  const running = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  running.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  expect(await once(running, "close")).toEqual([130, null]);
  const pids = output.split(" ").map(Number);
  expect(pids).toHaveLength(2);
  expect(await ended(pids)).toBe(true);
});

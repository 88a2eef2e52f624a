import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hasTerminal, spawnInTerminal } from "./terminal.testing.js";
import { waitFor } from "./wait-for.js";

/*
 * Ctrl-C in a real terminal, which sends it to npm, its shell and the launcher at once. The launcher here has the same
 * signals and children as `npm start`, but one part and a save that takes as long as a test says.
 */

const here = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
const launcher = `
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startChild } from ${here("child-process.ts")};
import { stopRequested } from ${here("stop-requests.ts")};
const stopped = stopRequested(process, () => process.exit(130));
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
const part = await startChild(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { onLine: () => {} });
console.log("running " + process.pid + " " + part.pid + ".");
await stopped;
console.log("saving");
await sleep(Number(process.env.SAVE_MS));
writeFileSync("saved", "");
await part.stop("SIGINT", 5000);
process.exit(0);
`;

/** Only guards against hangs. */
const patienceMs = 60_000;
vi.setConfig({ testTimeout: patienceMs });
const dir = mkdtempSync(path.join(os.tmpdir(), "plumbline-terminal-"));
beforeAll(() => writeFileSync(path.join(dir, "launcher.mts"), launcher));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function startInTerminal(saveMs = 300) {
  rmSync(path.join(dir, "saved"), { force: true });
  const tsx = import.meta.resolve("tsx");
  const command = `npm exec --offline -c 'exec node --import ${tsx} launcher.mts'`;
  const terminal = spawnInTerminal(command, { cwd: dir, env: { ...process.env, SAVE_MS: String(saveMs) } });
  let output = "";
  terminal.child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const closed = once(terminal.child, "close");
  const shown = (what: RegExp) =>
    waitFor(`${what.source} in ${output}`, async () => what.exec(output) ?? undefined, patienceMs, closed);
  const [, ...pids] = await shown(/running (\d+) (\d+)\./);
  return {
    shown,
    pressCtrlC: terminal.pressCtrlC,
    closeTerminal: terminal.closeTerminal,
    /** Waits until the launcher and its part have ended. */
    ended: () =>
      waitFor("The end", async () => !pids.some((pid) => isRunning(Number(pid))) || undefined, patienceMs),
    hasSaved: () => existsSync(path.join(dir, "saved")),
  };
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const inTerminal = it.runIf(hasTerminal);

inTerminal("one Ctrl-C saves and ends everything", async () => {
  const { pressCtrlC, ended, hasSaved } = await startInTerminal();
  pressCtrlC();
  await ended();
  expect(hasSaved()).toBe(true);
});

inTerminal("two Ctrl-C within a second are one", async () => {
  const { pressCtrlC, ended, hasSaved } = await startInTerminal();
  pressCtrlC();
  await sleep(200);
  pressCtrlC();
  await ended();
  expect(hasSaved()).toBe(true);
});

inTerminal("a second Ctrl-C that comes later ends everything at once", async () => {
  const { pressCtrlC, shown, ended, hasSaved } = await startInTerminal(patienceMs);
  pressCtrlC();
  await shown(/saving/);
  await sleep(1_100);
  pressCtrlC();
  await ended();
  expect(hasSaved()).toBe(false);
});

inTerminal("a terminal that is closed saves and ends everything", async () => {
  const { closeTerminal, ended, hasSaved } = await startInTerminal();
  closeTerminal();
  await ended();
  expect(hasSaved()).toBe(true);
});

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import { findEmulatorJar } from "../firestore/official/find-jar.js";
import { root } from "./paths.js";

/**
 * `npm run test:emulators [-- FILE…]`: every test that needs the stack, on Google's Firestore emulator where it is
 * installed and on the stand-in, which differ in their locking as the editions of Firestore do. Much of the time is
 * spent waiting for leases and back-offs, so both run at once, each with a stack of its own.
 */
async function main(files: readonly string[]): Promise<number> {
  const backEnds: FirestoreBackEnd[] = findEmulatorJar(process.env) ? ["official", "standin"] : ["standin"];
  const running: { backEnd: FirestoreBackEnd; code: Promise<number> }[] = [];
  for (const backEnd of backEnds) {
    console.log(`Integration tests on Firestore: ${backEnd}`);
    const { isUp, code } = runVitest(backEnd, files);
    running.push({ backEnd, code });
    // The next one looks for free ports only when this one holds its own.
    await Promise.race([isUp, code]);
  }
  const codes: number[] = [];
  for (const { backEnd, code } of running) {
    codes.push(await code);
    console.log(`${backEnd}: ${codes.at(-1) === 0 ? "passed" : "failed"}`);
  }
  return Math.max(...codes);
}

/** `isUp` resolves when the stack holds its ports, `code` with the exit code. */
function runVitest(backEnd: FirestoreBackEnd, files: readonly string[]) {
  const manifest = createRequire(import.meta.url).resolve("vitest/package.json");
  const command = [
    path.join(path.dirname(manifest), "vitest.mjs"),
    "run",
    "--config=functions/vitest.integration.config.ts",
    ...files,
  ];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PLUMBLINE_FIRESTORE: backEnd },
  });
  let up: () => void;
  const isUp = new Promise<void>((resolve) => (up = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.startsWith("Firestore back end:")) up();
      console.log(`[${backEnd}] ${line}`);
    });
  }
  const code = new Promise<number>((resolve) => child.once("close", (exitCode) => resolve(exitCode ?? 1)));
  return { isUp, code };
}

process.exitCode = await main(process.argv.slice(2));

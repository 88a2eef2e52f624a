import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import type { FirestoreBackEnd } from "../firestore/firestore.js";
import { findEmulatorJar } from "../firestore/official/find-jar.js";
import { root } from "./paths.js";

/**
 * `npm run test:emulators [-- FILE…]`: every test that needs the stack, once on Google's Firestore emulator where it is
 * installed and once on the stand-in, which differ in their locking as the editions of Firestore do.
 */
async function main(files: readonly string[]): Promise<number> {
  const backEnds: FirestoreBackEnd[] = findEmulatorJar(process.env) ? ["official", "standin"] : ["standin"];
  const codes: number[] = [];
  for (const backEnd of backEnds) {
    console.log(`\nIntegration tests on Firestore: ${backEnd}`);
    codes.push(await runVitest(backEnd, files));
  }
  backEnds.forEach((backEnd, index) =>
    console.log(`${backEnd}: ${codes[index] === 0 ? "passed" : "failed"}`),
  );
  return Math.max(...codes);
}

function runVitest(backEnd: FirestoreBackEnd, files: readonly string[]): Promise<number> {
  const manifest = createRequire(import.meta.url).resolve("vitest/package.json");
  const command = [
    path.join(path.dirname(manifest), "vitest.mjs"),
    "run",
    "--config=functions/vitest.integration.config.ts",
    ...files,
  ];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PLUMBLINE_FIRESTORE: backEnd },
  });
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

process.exitCode = await main(process.argv.slice(2));

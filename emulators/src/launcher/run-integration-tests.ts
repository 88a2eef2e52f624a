import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import { findEmulatorJar } from "../firestore/official/find-jar.js";
import { root } from "./config/paths.js";

type Lane = { name: string; arguments: readonly string[]; environment?: Readonly<Record<string, string>> };

/** Tests of whole runs, with killed workers and moved clocks. They spend most of their time waiting. */
const runFiles = ["runs", "faults/faults", "faults/kill"].map((name) => `functions/test/${name}.test.ts`);

/** The tests of runs need no Auth emulator, so their stack starts sooner. */
const lanes: readonly Lane[] = [
  { name: "runs", arguments: runFiles, environment: { PLUMBLINE_WITHOUT: "auth" } },
  { name: "rest", arguments: runFiles.map((file) => `--exclude=${file}`) },
];

/**
 * `npm run test:emulators [-- FILE…]`: every test that needs the stack, on Google's Firestore emulator where it is
 * installed and on the stand-in. The first locks documents, the second is optimistic, as the editions of Firestore are.
 * The tests wait for leases and retries most of the time, so all groups run at once, each with its own stack.
 */
async function main(files: readonly string[]): Promise<number> {
  const backEnds: FirestoreBackEnd[] = findEmulatorJar(process.env) ? ["official", "standin"] : ["standin"];
  const wanted = files.length > 0 ? [{ name: "chosen", arguments: files }] : lanes;
  const running: { name: string; code: Promise<number> }[] = [];
  for (const lane of wanted)
    for (const backEnd of backEnds) {
      const name = `${backEnd} ${lane.name}`;
      console.log(`Integration tests on Firestore: ${name}`);
      const { isUp, code } = runVitest(name, backEnd, lane);
      running.push({ name, code });
      // Start the next one only after this one has its ports, so that both do not choose the same.
      await Promise.race([isUp, code]);
    }
  const codes: number[] = [];
  for (const { name, code } of running) {
    codes.push(await code);
    console.log(`${name}: ${codes.at(-1) === 0 ? "passed" : "failed"}`);
  }
  return Math.max(...codes);
}

/** `isUp` resolves when the stack holds its ports, `code` with the exit code. */
function runVitest(name: string, backEnd: FirestoreBackEnd, lane: Lane) {
  const manifest = createRequire(import.meta.url).resolve("vitest/package.json");
  const command = [
    path.join(path.dirname(manifest), "vitest.mjs"),
    "run",
    "--config=functions/vitest.integration.config.ts",
    ...lane.arguments,
  ];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...lane.environment, PLUMBLINE_FIRESTORE: backEnd },
  });
  let up: () => void;
  const isUp = new Promise<void>((resolve) => (up = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.startsWith("Firestore back end:")) up();
      console.log(`[${name}] ${line}`);
    });
  }
  const code = new Promise<number>((resolve) => child.once("close", (exitCode) => resolve(exitCode ?? 1)));
  return { isUp, code };
}

process.exitCode = await main(process.argv.slice(2));

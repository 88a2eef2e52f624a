import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import { findEmulatorJar } from "../firestore/official/find-jar.js";
import { root } from "./config/paths.js";

type Lane = { name: string; arguments: readonly string[]; environment?: Readonly<Record<string, string>> };

const named = (...names: string[]) => names.map((name) => `functions/test/${name}.test.ts`);
/** Tests of whole runs. They need no Auth emulator, so their stack starts sooner. */
const runTests = named("runs", "faults/kill");
const faultTests = named("faults/faults", "faults/firestore", "firestore/repositories");
/** About as long as each other. */
const allTests: readonly Lane[] = [
  { name: "runs", arguments: runTests, environment: { PLUMBLINE_WITHOUT: "auth" } },
  { name: "faults", arguments: faultTests },
  { name: "rest", arguments: [...runTests, ...faultTests].map((file) => `--exclude=${file}`) },
];

/** What depends on how Firestore reads and commits. */
const storeTests: readonly Lane[] = [
  {
    name: "store",
    arguments: [
      "emulators/test/firestore/",
      "functions/test/firestore/",
      ...named("faults/firestore", "runs"),
    ],
  },
];

/**
 * `npm run test:emulators [-- FILE…]`: every test that needs the stack, on Google's Firestore emulator where it is
 * installed, else on the stand-in. With `PLUMBLINE_THOROUGH=1` what depends on the store runs on the stand-in as well:
 * Google's emulator locks documents, the stand-in is optimistic, as the editions of Firestore are. The tests wait for
 * leases and retries most of the time, so all groups run at once, each with its own stack.
 */
async function main(files: readonly string[]): Promise<number> {
  const backEnds: FirestoreBackEnd[] = findEmulatorJar(process.env) ? ["official"] : ["standin"];
  if (backEnds[0] === "official" && process.env["PLUMBLINE_THOROUGH"] === "1") backEnds.push("standin");
  const chosen = files.length > 0 && [{ name: "chosen", arguments: files }];
  const running: { name: string; result: Promise<LaneResult> }[] = [];
  for (const backEnd of backEnds)
    for (const lane of chosen || (backEnd === backEnds[0] ? allTests : storeTests)) {
      const name = `${backEnd} ${lane.name}`;
      console.log(`Integration tests on Firestore: ${name}`);
      const { isUp, result } = runVitest(name, backEnd, lane);
      running.push({ name, result });
      // Start the next one only after this one has its ports, so that both do not choose the same.
      await Promise.race([isUp, result]);
    }
  const results = await Promise.all(running.map(async ({ name, result }) => ({ name, ...(await result) })));
  // Once more at the end, where a reader looks first: the groups print at the same time.
  for (const { flaky } of results) for (const line of flaky) console.log(line);
  for (const { name, failures } of results) for (const line of failures) console.log(`[${name}] ${line}`);
  for (const { name, code } of results) console.log(`${name}: ${code === 0 ? "passed" : "failed"}`);
  return Math.max(...results.map(({ code }) => code));
}

type LaneResult = {
  code: number;
  /** What was printed about failed tests. */
  failures: readonly string[];
  /** What passed on its second try, one line each. */
  flaky: readonly string[];
};

/** `isUp` resolves when the stack holds its ports, `result` when all tests have run. */
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
  const failures: string[] = [];
  const flaky: string[] = [];
  let up: () => void;
  const isUp = new Promise<void>((resolve) => (up = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.startsWith("Firestore back end:")) up();
      if (failures.length > 0 || /Failed (Tests|Suites)|Unhandled (Errors|Rejection)/.test(line))
        failures.push(line);
      if (line.startsWith("flaky: ")) flaky.push(`${line} (${name})`);
      console.log(`[${name}] ${line}`);
    });
  }
  const result = new Promise<LaneResult>((resolve) =>
    child.once("close", (exitCode) => resolve({ code: exitCode ?? 1, failures, flaky })),
  );
  return { isUp, result };
}

process.exitCode = await main(process.argv.slice(2));

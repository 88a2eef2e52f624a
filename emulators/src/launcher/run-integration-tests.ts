import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { FirestoreBackEnd } from "../firestore/back-end.js";
import { findEmulatorJar } from "../firestore/official/find-jar.js";
import { root } from "./config/paths.js";

type Lane = { name: string; arguments: readonly string[]; environment?: Readonly<Record<string, string>> };

const named = (...names: string[]) => names.map((name) => `functions/test/${name}.test.ts`);
/** Needs no Auth emulator, so its stack and those after it start sooner. */
const laneWithoutAuth = (name: string, files: readonly string[]): Lane => ({
  name,
  arguments: files,
  environment: { PLUMBLINE_WITHOUT: "auth" },
});
const lanesWithoutAuth: readonly Lane[] = [
  laneWithoutAuth("runs", named("runs", "firestore/repositories")),
  laneWithoutAuth("faults", named("faults/faults", "firestore/billing", "firestore/unreadable")),
  laneWithoutAuth("kills", named("faults/kill")),
  // The test starts its own stacks.
  laneWithoutAuth("stop", ["emulators/test/launcher/stop.test.ts"]),
];
/** The lanes take about the same time. */
const allTests: readonly Lane[] = [
  ...lanesWithoutAuth,
  {
    name: "rest",
    arguments: lanesWithoutAuth.flatMap((lane) => lane.arguments.map((file) => `--exclude=${file}`)),
  },
];

/** Tests that depend on how Firestore reads and commits. */
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
 * `npm run test:emulators [-- FILE…]`: runs every test that needs the stack, on Google's Firestore emulator
 * if it is installed, else on the stand-in. With `PLUMBLINE_THOROUGH=1`, tests that depend on the store also
 * run on the stand-in: Google's emulator locks documents and the stand-in is optimistic, and Firestore's
 * editions do one or the other. The tests mostly wait for leases and retries, so all groups run at once, each
 * with its own stack.
 */
async function main(files: readonly string[]): Promise<number> {
  const backEnds: FirestoreBackEnd[] = findEmulatorJar(process.env) ? ["official"] : ["standin"];
  if (backEnds[0] === "official" && process.env["PLUMBLINE_THOROUGH"] === "1") backEnds.push("standin");
  const chosen = files.length > 0 && [{ name: "chosen", arguments: files }];
  if (!chosen) await waitIfDayEnds();
  const running: { name: string; result: Promise<LaneResult> }[] = [];
  for (const backEnd of backEnds)
    for (const lane of chosen || (backEnd === backEnds[0] ? allTests : storeTests)) {
      const name = `${backEnd} ${lane.name}`;
      console.log(`Integration tests on Firestore: ${name}`);
      const { isUp, result } = runVitest(name, backEnd, lane);
      running.push({ name, result });
      // Start the next lane only once this one has its ports, so that two lanes don't choose the same ones.
      await Promise.race([isUp, result]);
    }
  const results = await Promise.all(running.map(async ({ name, result }) => ({ name, ...(await result) })));
  // Repeated at the end, where a reader looks first: the groups print at the same time.
  for (const { name, failures } of results) for (const line of failures) console.log(`[${name}] ${line}`);
  for (const { name, code } of results) console.log(`${name}: ${code === 0 ? "passed" : "failed"}`);
  return Math.max(...results.map(({ code }) => code));
}

/** Longer than all groups take beside other work. */
const longestMinutes = 12;

/** Waits for the end of a UTC day that is nearly over, since runs before and after it test other days and find other things. */
async function waitIfDayEnds(): Promise<void> {
  const left = 24 * 60 - ((Date.now() / 60_000) % (24 * 60));
  if (left > longestMinutes) return;
  console.log(`The UTC day ends in ${Math.ceil(left)} min. Tests that compare runs start then.`);
  await sleep(left * 60_000);
}

type LaneResult = {
  code: number;
  /** The lines that were printed about failed tests. */
  failures: readonly string[];
};

/** `isUp` resolves when the stack has its ports, `result` when all tests have run. */
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
  let up: () => void;
  const isUp = new Promise<void>((resolve) => (up = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      if (line.startsWith("Firestore back end:")) up();
      if (failures.length > 0 || /Failed (Tests|Suites)|Unhandled (Errors|Rejection)/.test(line))
        failures.push(line);
      console.log(`[${name}] ${line}`);
    });
  }
  const result = new Promise<LaneResult>((resolve) =>
    child.once("close", (exitCode) => resolve({ code: exitCode ?? 1, failures })),
  );
  return { isUp, result };
}

process.exitCode = await main(process.argv.slice(2));

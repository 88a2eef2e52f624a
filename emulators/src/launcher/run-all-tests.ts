import { spawn } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";
import { root } from "./config/paths.js";

/** An npm script of the root; `niceness` as of the system's `nice`. */
type Stage = { script: string; niceness?: number };
type Outcome = Stage & { code: number; seconds: number; lines: readonly string[] };

/**
 * What `npm test` runs once the checks have passed. Integration tests wait for leases and retries most of the time, so
 * the unit tests run beside them and get what is left of the machine. The stages of a chain run one after the other;
 * every stage runs, whatever failed before it.
 */
const chains: readonly (readonly Stage[])[] = [
  [{ script: "test:emulators" }, { script: "e2e" }],
  [{ script: "test:unit", niceness: 5 }],
];

/** Of a failed stage, at the end of the output. */
const repeatedLines = 300;

async function main(): Promise<number> {
  const outcomes = (await Promise.all(chains.map(runChain))).flat();
  // Once more at the end, where a reader looks first: the stages print at the same time.
  for (const { script, code, lines } of outcomes)
    if (code !== 0) console.log(`\n== ${script} failed\n${lines.slice(-repeatedLines).join("\n")}\n`);
  for (const line of outcomes.flatMap(({ lines }) => lines.filter(isFlaky))) console.log(line);
  for (const { script, code, seconds } of outcomes)
    console.log(`${script}: ${code === 0 ? "passed" : "failed"} after ${seconds} s`);
  return outcomes.some(({ code }) => code !== 0) ? 1 : 0;
}

async function runChain(stages: readonly Stage[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(await run(stage));
  return outcomes;
}

async function run(stage: Stage): Promise<Outcome> {
  const { script, niceness } = stage;
  const startedAt = Date.now();
  const lines: string[] = [];
  const child = spawn("npm", ["run", "--silent", script], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  if (niceness !== undefined && child.pid !== undefined) os.setPriority(child.pid, niceness);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      console.log(`[${script}] ${line}`);
    });
  const code = await new Promise<number>((resolve) =>
    child.once("close", (exitCode) => resolve(exitCode ?? 1)),
  );
  return { ...stage, code, lines, seconds: Math.round((Date.now() - startedAt) / 1_000) };
}

/** A test that passed on its second try says so itself, with its name. */
const isFlaky = (line: string): boolean => line.startsWith("flaky: ");

process.exitCode = await main();

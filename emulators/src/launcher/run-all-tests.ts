import { spawn } from "node:child_process";
import os from "node:os";
import { createInterface } from "node:readline";
import { root } from "./config/paths.js";

/** An npm script of the root. */
type Stage = {
  readonly script: string;
  /** True: other stages come first when they want the processors. */
  readonly yields?: boolean;
};

/**
 * What `npm test` runs once the checks have passed, group after group, and every one whatever failed before it. Stages of
 * a group run side by side: integration tests wait most of the time, and unit tests use the processors meanwhile.
 */
const groups: readonly (readonly Stage[])[] = [
  [{ script: "test:emulators" }, { script: "test:unit", yields: true }],
  [{ script: "e2e" }],
];
type Outcome = { script: string; code: number; seconds: number; lines: readonly string[] };

/** Of a failed stage, at the end of the output. */
const repeatedLines = 300;

async function main(): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const stages of groups) outcomes.push(...(await Promise.all(stages.map(run))));
  // Once more at the end, where a reader looks first.
  for (const { script, code, lines } of outcomes)
    if (code !== 0) console.log(`\n== ${script} failed\n${lines.slice(-repeatedLines).join("\n")}\n`);
  for (const line of outcomes.flatMap(({ lines }) => lines.filter(isFlaky))) console.log(line);
  for (const { script, code, seconds } of outcomes)
    console.log(`${script}: ${code === 0 ? "passed" : "failed"} after ${seconds} s`);
  return outcomes.some(({ code }) => code !== 0) ? 1 : 0;
}

async function run({ script, yields = false }: Stage): Promise<Outcome> {
  const startedAt = Date.now();
  const lines: string[] = [];
  const child = spawn("npm", ["run", "--silent", script], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  // At once: the processes that it starts inherit it.
  if (yields && child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      console.log(yields ? `[${script}] ${line}` : line);
    });
  const code = await new Promise<number>((resolve) =>
    child.once("close", (exitCode) => resolve(exitCode ?? 1)),
  );
  return { script, code, lines, seconds: Math.round((Date.now() - startedAt) / 1_000) };
}

/** A test that passed on its second try says so itself, with its name. */
const isFlaky = (line: string): boolean => line.startsWith("flaky: ");

process.exitCode = await main();

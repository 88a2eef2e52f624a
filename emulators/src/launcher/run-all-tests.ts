import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { root } from "./config/paths.js";

/**
 * The npm scripts that `npm test` runs after the checks have passed. They run one after another, because each
 * one keeps two cores busy, and all of them run even if an earlier one failed. `PLUMBLINE_THOROUGH=1` adds
 * journeys at 360 px and a check of every page; the other stages read the variable themselves.
 */
const stages = [
  "test:unit",
  "test:emulators",
  process.env["PLUMBLINE_THOROUGH"] === "1" ? "e2e" : "e2e:1280",
] as const;
type Outcome = { stage: string; code: number; seconds: number; lines: readonly string[] };

/** How many lines of a failed stage are repeated at the end of the output. */
const repeatedLines = 300;

async function main(): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(await run(stage));
  // Repeated at the end, where a reader looks first.
  for (const { stage, code, lines } of outcomes)
    if (code !== 0) console.log(`\n== ${stage} failed\n${lines.slice(-repeatedLines).join("\n")}\n`);
  for (const { stage, code, seconds, lines } of outcomes) {
    console.log(`${stage}: ${code === 0 ? "passed" : "failed"} after ${seconds} s`);
    if (code !== 0) for (const name of failedTests(lines)) console.log(`  ${name}`);
  }
  return outcomes.some(({ code }) => code !== 0) ? 1 : 0;
}

/** The names of failed tests, as Vitest and Playwright print them. */
function failedTests(lines: readonly string[]): ReadonlySet<string> {
  const names = lines.map((line) => / FAIL +(.+)|✘ +\d+ (.+)/.exec(stripVTControlCharacters(line)));
  return new Set(names.flatMap((match) => match?.[1] ?? match?.[2] ?? []));
}

async function run(stage: string): Promise<Outcome> {
  const startedAt = Date.now();
  const lines: string[] = [];
  const child = spawn("npm", ["run", "--silent", stage], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      console.log(line);
    });
  const code = await new Promise<number>((resolve) =>
    child.once("close", (exitCode) => resolve(exitCode ?? 1)),
  );
  return { stage, code, lines, seconds: Math.round((Date.now() - startedAt) / 1_000) };
}

process.exitCode = await main();

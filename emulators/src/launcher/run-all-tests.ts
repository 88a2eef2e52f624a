import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./config/paths.js";

/**
 * What `npm test` runs once the checks have passed, npm scripts of the root: one after the other, since each alone keeps
 * two cores busy, and every one, whatever failed before it. `PLUMBLINE_THOROUGH=1` adds journeys at 360 px and a look at
 * every page; the other stages know it themselves.
 */
const stages = [
  "test:unit",
  "test:emulators",
  process.env["PLUMBLINE_THOROUGH"] === "1" ? "e2e" : "e2e:1280",
] as const;
type Outcome = { stage: string; code: number; seconds: number; lines: readonly string[] };

/** Of a failed stage, at the end of the output. */
const repeatedLines = 300;

async function main(): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const stage of stages) outcomes.push(await run(stage));
  // Once more at the end, where a reader looks first.
  for (const { stage, code, lines } of outcomes)
    if (code !== 0) console.log(`\n== ${stage} failed\n${lines.slice(-repeatedLines).join("\n")}\n`);
  for (const line of outcomes.flatMap(({ lines }) => lines.filter(isFlaky))) console.log(line);
  for (const { stage, code, seconds } of outcomes)
    console.log(`${stage}: ${code === 0 ? "passed" : "failed"} after ${seconds} s`);
  return outcomes.some(({ code }) => code !== 0) ? 1 : 0;
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

/** A test that passed on its second try says so itself, with its name. */
const isFlaky = (line: string): boolean => line.startsWith("flaky: ");

process.exitCode = await main();

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import * as deployed from "../../src/index.js";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(os.tmpdir(), "plumbline-deployed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(
  "the deployed folder installs from its own lockfile without network or install scripts, and starts",
  { timeout: 120_000 },
  async () => {
    await run(process.execPath, [path.resolve(import.meta.dirname, "../../build.mjs"), "--into", folder]);
    expect(readFileSync(path.join(folder, ".npmrc"), "utf8")).toContain("ignore-scripts=true");
    await run("npm", ["ci", "--omit=dev", "--offline"], { cwd: folder });
    const script = 'import * as deployed from "./lib/index.js"; console.log(Object.keys(deployed).join());';
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: folder,
    });
    expect(stdout.trim().split(",").sort()).toEqual(Object.keys(deployed).sort());
  },
);

it("the deployed folder's lockfile pins the same versions as the repository's", () => {
  type Lockfile = { packages: Record<string, { version: string; integrity?: string }> };
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Lockfile;
  const repository = read(path.resolve(import.meta.dirname, "../../../package-lock.json")).packages;
  const pinned = Object.entries(read(path.join(folder, "package-lock.json")).packages).filter(
    ([place]) => place !== "",
  );
  expect(pinned.length).toBeGreaterThan(100);
  for (const [place, entry] of pinned)
    expect(entry).toEqual(repository[`functions/${place}`] ?? repository[place]);
});

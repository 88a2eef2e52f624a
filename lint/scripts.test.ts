import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
type Package = { scripts?: Record<string, string>; workspaces?: string[] };
const packageIn = (folder: string): Package =>
  JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8")) as Package;

/** Globs that a shell would replace by file names: a pattern meant for vitest became a list of the only tests to run. */
const globsIn = (script: string): string[] =>
  script
    .replace(/"[^"]*"|'[^']*'/g, "")
    .split(/\s+/)
    .filter((word) => /[*?]/.test(word) && word.includes("/"));

it("no npm script has a glob that a shell would expand", () => {
  for (const folder of [".", ...packageIn(".").workspaces!])
    for (const [name, script] of Object.entries(packageIn(folder).scripts ?? {}))
      expect([folder, name, globsIn(script)]).toEqual([folder, name, []]);
  expect(globsIn("vitest run --exclude lint/**")).toEqual(["lint/**"]);
  expect(globsIn('vitest run --exclude "lint/**"')).toEqual([]);
});

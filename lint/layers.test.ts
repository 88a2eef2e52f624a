import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

/** Layers of a folder, from the lowest: files and folders in it. Each may import itself and those before it. */
const layersOf: Readonly<Record<string, readonly string[]>> = {
  "functions/src/engine": [
    "model.ts",
    "result-row.ts",
    "result-table.ts",
    "row-key.ts",
    "rule.ts",
    "stats",
    "text",
    "annotations",
    "series",
    "expectation/counts",
    "expectation/shares",
    "segments/dimensions",
    "segments/properties",
    "segments/counts",
    "segments/versions",
    "cause",
    "detectors/rule-words.ts",
    "detectors/stopped",
    "detectors/count",
    "detectors/profiles",
    "detectors/property-subject",
    "detectors/property-stopped",
    "detectors/missing",
    "detectors/mix",
    "detectors/properties",
    "detectors/words.ts",
    "detectors/recompute.ts",
    "registry.ts",
    "fold",
    "run-comparison",
    "evaluate",
    "references",
  ],
};

const productFiles = (folder: string): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", `${folder}/*.ts`], {
    cwd: root,
    encoding: "utf8",
  })
    .trim()
    .split("\n")
    .filter((file) => !/\.(test|testing)\.ts$|\/testing\//.test(file));

/** Files in the same folder that a text imports, relative to the root. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)].map(([, name]) =>
    path.posix.join(path.posix.dirname(file), name!).replace(/\.js$/, ".ts"),
  );

/** Imports of a higher layer, and files that are in none. */
function violationsIn(folder: string, layers: readonly string[], textOf: (file: string) => string): string[] {
  const layerOf = (file: string) =>
    layers.findIndex((layer) => file === `${folder}/${layer}` || file.startsWith(`${folder}/${layer}/`));
  return productFiles(folder).flatMap((file) => {
    if (layerOf(file) < 0) return [`${file} is in no layer`];
    return importsOf(file, textOf(file))
      .filter((imported) => imported.startsWith(`${folder}/`) && layerOf(imported) > layerOf(file))
      .map((imported) => `${file} imports ${imported}`);
  });
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

it.each(Object.entries(layersOf))("%s: no file imports a higher layer", (folder, layers) => {
  expect(violationsIn(folder, layers, read)).toEqual([]);
});

it("an import of a higher layer is found", () => {
  const planted = "functions/src/engine/stats/robust.ts";
  const textOf = (file: string) =>
    file === planted ? 'export { evaluateRun } from "../evaluate/evaluate-run.js";' : read(file);
  expect(violationsIn("functions/src/engine", layersOf["functions/src/engine"]!, textOf)).toEqual([
    `${planted} imports functions/src/engine/evaluate/evaluate-run.ts`,
  ]);
});

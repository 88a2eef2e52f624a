import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

/** Each file with the files it imports, types included. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** One circle of imports, or null. */
function findCycle(imports: Imports): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const imported of imports.get(file) ?? []) {
      const cycle = visit(imported, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of imports.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}

function readImports(root: string): Imports {
  const list = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  // AssemblyScript compiles into one module: a circle costs nothing there.
  const files = list
    .split("\n")
    .filter((file) => file !== "" && !file.includes("/assembly/") && existsSync(path.join(root, file)));
  const known = new Set(files);
  const resolve = (importer: string, name: string): string | undefined => {
    const base = name.startsWith("@/")
      ? `web/src/${name.slice(2)}`
      : name.startsWith("@contract/")
        ? `functions/src/contract/${name.slice(10)}`
        : path.join(path.dirname(importer), name);
    return ["", ".ts", ".tsx"].map((end) => base.replace(/\.js$/, "") + end).find((file) => known.has(file));
  };
  const importsOf = (file: string) =>
    ts
      .preProcessFile(readFileSync(path.join(root, file), "utf8"), true, false)
      .importedFiles.map(({ fileName }) =>
        /^(\.|@\/|@contract\/)/.test(fileName) ? resolve(file, fileName) : undefined,
      )
      .filter((imported) => imported !== undefined);
  return new Map(files.map((file) => [file, importsOf(file)]));
}

it("finds a circle of imports", () => {
  const line: [string, string[]][] = [
    ["a", ["b"]],
    ["b", ["c"]],
  ];
  expect(findCycle(new Map(line))).toBeNull();
  expect(findCycle(new Map([...line, ["c", ["b"]]]))).toEqual(["b", "c", "b"]);
});

it("no files import each other in a circle, types included", () => {
  const imports = readImports(path.resolve(import.meta.dirname, ".."));
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(findCycle(imports)).toBeNull();
});

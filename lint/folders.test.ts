import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

const mostFiles = 20;
/** Also files that are not committed yet: otherwise a new one counts only once it is too late. */
const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];

it(`no folder has more than ${mostFiles} source files`, () => {
  const root = path.resolve(import.meta.dirname, "..");
  const files = execFileSync("git", [...listed, "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  const counts = new Map<string, number>();
  for (const file of files.filter((name) => !/\.(test|spec)\.tsx?$/.test(name)))
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  const crowded = [...counts].filter(([, count]) => count > mostFiles);
  expect(Object.fromEntries(crowded)).toEqual({});
});

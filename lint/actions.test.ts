import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const workflows = path.resolve(import.meta.dirname, "../.github/workflows");

it("workflows use actions by commit, because a tag can be moved to other code", () => {
  const uses = readdirSync(workflows).flatMap((file) =>
    [...readFileSync(path.join(workflows, file), "utf8").matchAll(/\buses:\s*(\S+)/g)].map(
      ([, action]) => `${file}: ${action}`,
    ),
  );
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter((use) => !/@[0-9a-f]{40}$/.test(use))).toEqual([]);
});

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

it("has one inline script, and the site's policy names its hash", () => {
  const scripts = [...textOf("../index.html").matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => code!);
  expect(scripts).toHaveLength(1);
  const hash = createHash("sha256").update(scripts[0]!).digest("base64");
  expect(textOf("../../firebase.json")).toContain(`script-src 'self' 'sha256-${hash}';`);
});

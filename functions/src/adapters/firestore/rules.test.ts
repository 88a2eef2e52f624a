import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/*
 * Rules as text: whatever is allowed to anybody would stand in an `allow`. They are also run, Storage's in Firestore's
 * terms, on Google's emulator (emulators/test/firestore/rules.test.ts).
 */

describe.each([
  ["firestore.rules", "/databases/{database}/documents", "/{document=**}"],
  ["storage.rules", "/b/{bucket}/o", "/{object=**}"],
])("%s", (file, root, everything) => {
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8").replace(/\/\/.*$/gm, "");

  it("covers everything by one rule, which allows nobody anything", () => {
    const rules = [...text.matchAll(/\ballow\b([^;]*);/g)].map(([, rule]) => rule!.trim());
    expect(rules).toEqual(["read, write: if false"]);
    const paths = [...text.matchAll(/\bmatch\s+(\S+)\s*\{$/gm)].map(([, path]) => path);
    expect(paths).toEqual([root, everything]);
    expect(text).not.toMatch(/\bfunction\b/);
  });
});

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSetupSchema } from "../../../../functions/src/contract/setups.js";
import { readDemoData, seedDir, setupInput } from "./demo-data.js";

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(path.join(os.tmpdir(), "plumbline-seed-"));
  cpSync(seedDir, copy, { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

describe("the seed in emulator-data", () => {
  it.each(readDemoData().setups)("has a setup that the API accepts: $name", (setup) => {
    const parsed = createSetupSchema.safeParse(setupInput(setup, "c1"));
    expect(parsed.error?.issues ?? []).toEqual([]);
  });

  it.each(["demo.json", "firebase-export-metadata.json", "auth_export/accounts.json"])(
    "stops the start with a clear error when %s is missing or broken",
    (file) => {
      writeFileSync(path.join(copy, file), "{");
      expect(() => readDemoData(copy)).toThrow(`${path.join(copy, file)} is invalid`);
      rmSync(path.join(copy, file));
      expect(() => readDemoData(copy)).toThrow(`${path.join(copy, file)} is missing`);
    },
  );

  it("stops the start if the demo account is not among the exported accounts", () => {
    writeFileSync(path.join(copy, "auth_export/accounts.json"), '{"users":[]}');
    expect(() => readDemoData(copy)).toThrow("has no account demo@plumbline.dev");
  });
});

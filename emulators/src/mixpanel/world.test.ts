import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeWorld } from "./world.js";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "mixpanel-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const at = (instant: string) => () => new Date(instant);

describe("the anchor of the planted faults", () => {
  it("is yesterday in the zone of the westernmost project, so that no project has a shorter episode", () => {
    expect(makeWorld({ now: at("2026-11-21T03:00:00Z") }).anchor).toBe("2026-11-19");
    expect(makeWorld({ now: at("2026-11-21T09:00:00Z") }).anchor).toBe("2026-11-20");
  });

  it("stays the same across restarts with the same folder", () => {
    expect(makeWorld({ now: at("2026-11-21T12:00:00Z"), dataDir }).anchor).toBe("2026-11-20");
    expect(makeWorld({ now: at("2026-12-05T12:00:00Z"), dataDir }).anchor).toBe("2026-11-20");
    expect(makeWorld({ now: at("2026-12-05T12:00:00Z") }).anchor).toBe("2026-12-04");
  });

  it("is set anew if the file cannot be read", () => {
    writeFileSync(join(dataDir, "mixpanel-anchor.json"), '{"anchor":"soon"}');
    expect(makeWorld({ now: at("2026-11-21T12:00:00Z"), dataDir: join(dataDir) }).anchor).toBe("2026-11-20");
  });
});

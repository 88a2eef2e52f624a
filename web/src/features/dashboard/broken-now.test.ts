import { expect, it } from "vitest";
import { aRun, aSetup, aSummary } from "@/testing/builders";
import { brokenFirst, latestResultRun } from "./broken-now";

const setups = ["normal", "warned", "failed", "alerted", "new"].map((id) => aSetup({ id }));
const runs = [
  aRun({ id: "r0", setupId: "alerted", status: "cancelled", summary: null }),
  aRun({ id: "r1", setupId: "alerted", summary: aSummary({ alerts: 1 }) }),
  aRun({ id: "r2", setupId: "failed", status: "failed", summary: null }),
  aRun({ id: "r3", setupId: "warned", summary: aSummary({ warnings: 2 }) }),
  aRun({ id: "r4", setupId: "normal" }),
  aRun({ id: "r5", setupId: "normal", summary: aSummary({ alerts: 9 }) }),
];

it("lists broken setups first, by their latest run with a result", () =>
  expect(brokenFirst(setups, runs).map(({ id }) => id)).toEqual([
    "alerted",
    "failed",
    "warned",
    "normal",
    "new",
  ]));

it("considers only the latest run", () => {
  expect(latestResultRun(runs, "alerted")?.id).toBe("r1");
  expect(latestResultRun(runs, "normal")?.id).toBe("r4");
  expect(latestResultRun(runs, "new")).toBeUndefined();
});

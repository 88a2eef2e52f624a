import { describe, expect, it } from "vitest";
import { TimeBasisEvidenceCounter, inferExportTimeBasis } from "./export-time-basis.js";

const hour = 3600;
const evidence = (...lags: number[]) => {
  const counter = new TimeBasisEvidenceCounter();
  for (const lag of lags) counter.add(lag);
  return counter.evidence();
};

describe("the evidence", () => {
  it("is the median lag, rounded to a quarter of an hour", () => {
    expect(evidence(3, 5, -8 * hour - 100, 7 * hour, 40)).toEqual({ medianLagSeconds: 0, rows: 5 });
    expect(evidence(-8 * hour, -8 * hour + 300, 60)).toEqual({ medianLagSeconds: -8 * hour, rows: 3 });
  });

  it("counts lags of weeks, from phones that deliver late, as five days", () => {
    expect(evidence(40 * 24 * hour).medianLagSeconds).toBe(5 * 24 * hour);
  });

  it("is missing without rows", () => {
    expect(evidence()).toEqual({ medianLagSeconds: null, rows: 0 });
  });
});

describe("the time basis", () => {
  it.each([
    ["no lag", 0, 9, "utc"],
    ["a lag of minutes", 900, -8, "utc"],
    ["time ahead by the zone's offset", -9 * hour, 9, "projectTime"],
    ["time behind in the west", 8 * hour, -8, "projectTime"],
    ["an hour off by summer time", -8 * hour, 9, "projectTime"],
    ["half of the offset", -4.5 * hour, 9, "unknown"],
    ["a lag the other way", 9 * hour, 9, "unknown"],
    ["a zone that is UTC", 0, 0, "unknown"],
    ["a zone a quarter of an hour away", 0, 0.25, "unknown"],
  ])("of %s", (_name, medianLagSeconds, offsetHours, exportTimeBasis) => {
    expect(inferExportTimeBasis({ medianLagSeconds, rows: 100 }, offsetHours * hour)).toBe(exportTimeBasis);
  });

  it("is unknown without rows", () => {
    expect(inferExportTimeBasis({ medianLagSeconds: null, rows: 0 }, 9 * hour)).toBe("unknown");
  });
});

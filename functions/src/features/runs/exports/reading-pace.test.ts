import { expect, it } from "vitest";
import { estimatePace } from "./reading-pace.js";

const begun = { waitedMs: 0, readingMs: 10, allowedMs: 100, fraction: null, isLikely: false };

it("judges an export in order by its progress, but not before a twentieth of the time", () => {
  expect(estimatePace({ ...begun, fraction: 0.11 })).toBe("fits");
  expect(estimatePace({ ...begun, fraction: 0.05 })).toEqual({ expectedMs: 200 });
  expect(estimatePace({ ...begun, fraction: 0.05, isLikely: true })).toEqual({ expectedMs: 200 });
  expect(estimatePace({ ...begun, readingMs: 4, fraction: 0.001 })).toBe("fits");
});

it("counts the wait for the first byte once", () => {
  expect(estimatePace({ ...begun, waitedMs: 40, fraction: 0.2 })).toBe("fits");
  expect(estimatePace({ ...begun, waitedMs: 60, fraction: 0.2 })).toEqual({ expectedMs: 110 });
});

it("gives an unordered export half of the time, or all of it if that is likely to be enough", () => {
  expect(estimatePace({ ...begun, readingMs: 49 })).toBe("fits");
  expect(estimatePace({ ...begun, readingMs: 50 })).toEqual({ expectedMs: null });
  expect(estimatePace({ ...begun, readingMs: 99, isLikely: true })).toBe("fits");
  expect(estimatePace({ ...begun, readingMs: 100, isLikely: true })).toEqual({ expectedMs: null });
});

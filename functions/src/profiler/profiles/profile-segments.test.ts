import fc from "fast-check";
import { expect, it } from "vitest";
import type { SegmentPlan } from "../../aggregates/event-segments.js";
import { referenceSegments } from "../export/testing/reference-segments.js";
import { decodeSnapshot, encodeSnapshot } from "./profile-snapshot.js";
import { createProfilesProfiler } from "./profiles-profiler.js";
import { casesOf } from "../../testing/thorough.js";

const hashKey = Buffer.from("a connection's secret");
const day = "2026-03-01";
const plan: SegmentPlan = {
  dimensions: [
    { property: "$os", isNarrow: true },
    { property: "$country_code", isNarrow: false },
  ],
  versions: new Map([["", { version: "app", platform: "$os" }]]),
};

const value = fc.oneof(
  fc.constantFrom("x", "é", "undefined", " N/A ", "", null, true, [1], { a: 1 }, 0, 1.68, -0.001),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 6 }),
);
const properties = fc
  .record(
    {
      $os: fc.constantFrom("iOS", "Android", "Web é", "", null, 7),
      $country_code: fc.constantFrom(...Array.from({ length: 30 }, (_, i) => `C${i}`)),
      app: fc.constantFrom("5.1.0", "5.2.0", 6),
      p: value,
      q: value,
    },
    { requiredKeys: [] },
  )
  .map((given): Record<string, unknown> => given);

it("counts profiles inside segments like naive counting, and stores the counts", () => {
  fc.assert(
    fc.property(fc.array(properties, { minLength: 20, maxLength: 150 }), (profiles) => {
      const profiler = createProfilesProfiler({ days: { from: day, to: day }, hashKey, segments: plan });
      profiler.push(
        profiles.map((given, id) => ({ $distinct_id: `${id}`, $properties: { ...given, $last_seen: day } })),
      );
      const reference = referenceSegments("", profiles, plan, hashKey);
      const taken = profiler.end();
      for (const snapshot of [taken, decodeSnapshot(encodeSnapshot(taken))]) {
        const [seen] = snapshot.seen;
        expect(seen!.dimensions).toEqual(plan.dimensions);
        const { properties, segments } = [...seen!.events][0]!;
        expect(segments!.dimensions).toEqual(reference.dimensions);
        expect(segments!.versions).toEqual(reference.versions);
        for (const [name] of properties)
          expect([name, segments!.property(name)]).toEqual([name, reference.property(name)]);
      }
    }),
    { numRuns: casesOf(60), endOnFailure: true },
  );
});

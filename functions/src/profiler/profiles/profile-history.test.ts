import { describe, expect, it } from "vitest";
import { profileHistory } from "./profile-history.js";
import { decodeSnapshot, encodeSnapshot, type ProfileSnapshot } from "./profile-snapshot.js";
import { createProfilesProfiler, type EngageProfile } from "./profiles-profiler.js";

const hashKey = Buffer.from("key");
const profile = (id: string, lastSeen: unknown, more: Record<string, unknown> = {}): EngageProfile => ({
  $distinct_id: id,
  $properties: { $last_seen: lastSeen, ...more },
});
const snapshot = (
  day: string,
  profiles: EngageProfile[],
  from = "2026-03-01",
  excluded?: Set<string>,
): ProfileSnapshot => {
  const profiler = createProfilesProfiler({ days: { from, to: day }, hashKey, excluded });
  profiler.push(profiles);
  return profiler.end();
};
const pro = (id: string, lastSeen: string) => profile(id, lastSeen, { plan: "pro" });

describe("profiles", () => {
  it("count once each in the total, and on the day they were last seen", () => {
    const taken = snapshot("2026-03-02", [
      pro("a", "2026-03-01T23:59:59"),
      pro("b", "2026-03-02T00:00:00"),
      pro("b", "2026-03-02T00:00:00"),
      profile("c", "2026-03-02", { plan: null, name: "" }),
      profile("d", undefined),
      profile("e", "2025-01-01"),
      { $distinct_id: "f" },
    ]);
    expect(taken.total).toBe(6);
    const { seen } = profileHistory([], taken, "2026-03-02", 2);
    expect(seen.properties()).toEqual(["name", "plan"]);
    expect(seen.series("plan")).toMatchObject({
      parent: null,
      rows: [1, 2],
      days: [
        { rows: 1, absent: 0, nulls: 0, distinct: 1 },
        { rows: 2, absent: 0, nulls: 1, distinct: 1 },
      ],
    });
    expect(seen.series("name").days).toMatchObject([null, { absent: 1, empties: 1 }]);
  });

  it.each([
    ["the official name", { $created: "2026-03-01T10:00:00" }],
    ["an epoch in seconds", { created_at: Date.UTC(2026, 2, 1, 5) / 1000 }],
    ["an epoch in milliseconds", { createdAt: Date.UTC(2026, 2, 1, 5) }],
    ["a day", { signup_date: "2026-03-01" }],
  ])("are created on the day told by %s", (_name, properties) => {
    const taken = snapshot("2026-03-02", [profile("a", "2026-03-02", properties), pro("b", "2026-03-02")]);
    expect(profileHistory([], taken, "2026-03-02", 3).created?.counts).toEqual([0, 1, 0]);
  });

  it.each([["2026-13-01"], ["2026-02-31"], ["yesterday"], [true], [1e300]])(
    "are not created on %s",
    (created) => {
      const taken = snapshot("2026-03-02", [profile("a", "2026-03-02", { $created: created })]);
      expect(taken.created).toBeNull();
    },
  );

  it("leave out excluded properties", () => {
    const taken = snapshot("2026-03-02", [pro("a", "2026-03-02")], undefined, new Set(["plan"]));
    expect(profileHistory([], taken, "2026-03-02", 2).seen.properties()).toEqual([]);
  });
});

describe("history", () => {
  const first = snapshot("2026-03-10", [
    pro("a", "2026-03-10"),
    pro("b", "2026-03-10"),
    pro("c", "2026-03-01"),
  ]);
  const current = snapshot("2026-03-12", [
    pro("a", "2026-03-12"),
    pro("b", "2026-03-10"),
    pro("c", "2026-03-12"),
  ]);

  it("takes a day from the first snapshot within reach, else from the profiles that exist today", () => {
    const stored = decodeSnapshot(encodeSnapshot(first));
    const history = profileHistory([stored], current, "2026-03-12", 12);
    expect(history.seen.series("plan").rows).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2]);
    expect([...history.snapshotDays]).toEqual(
      [4, 5, 6, 7, 8, 9, 10, 11, 12].map((d) => `2026-03-${String(d).padStart(2, "0")}`),
    );
    expect(history.totals).toEqual([
      { day: "2026-03-10", total: 3 },
      { day: "2026-03-12", total: 3 },
    ]);
  });

  it("leaves out snapshots of later days", () => {
    expect(profileHistory([current], first, "2026-03-10", 3).totals).toEqual([
      { day: "2026-03-10", total: 3 },
    ]);
  });

  it("is stored for the days within reach, always as the same bytes", () => {
    const created = snapshot("2026-03-10", [profile("a", "2026-03-10", { $created: "2026-03-09" })]);
    for (const taken of [first, created]) {
      const decoded = decodeSnapshot(encodeSnapshot(taken));
      expect(decoded).toEqual({ ...taken, seen: taken.seen.slice(-7) });
      expect(encodeSnapshot(decoded)).toEqual(encodeSnapshot(taken));
    }
    expect(() => decodeSnapshot(Buffer.from("nonsense"))).toThrow(RangeError);
  });
});

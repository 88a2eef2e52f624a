import { detectorKeys } from "@contract/detectors";
import { expect, it } from "vitest";
import { aConnection } from "@/testing/builders";
import { missingNeed, runnableChecks } from "./runnable-checks";

const checks = detectorKeys.map((key) => ({ key }));
const known = { timeZone: "UTC", queryApi: false, exportTimeBasis: "utc", historyDays: null } as const;

it("recommends everything that the connection can run", () => {
  expect(runnableChecks(checks, aConnection())).toHaveLength(9);
  expect(runnableChecks(checks, aConnection({ capabilities: { ...known, profiles: true } }))).toHaveLength(9);
  expect(runnableChecks(checks, aConnection({ capabilities: null }))).toHaveLength(9);
  expect(runnableChecks(checks, undefined)).toHaveLength(9);
});

it("leaves out the checks of user profiles if profiles cannot be read, and says why", () => {
  const connection = aConnection({ capabilities: { ...known, profiles: false } });
  expect(runnableChecks(checks, connection).every(({ key }) => key.startsWith("event_"))).toBe(true);
  expect(missingNeed("user_profile_count_change", connection)).toMatch(/can't access user profiles/);
});

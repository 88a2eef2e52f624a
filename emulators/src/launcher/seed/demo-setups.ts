import { detectorKeys, type DetectorKey } from "../../../../functions/src/contract/detectors.js";
import type { SetupInputBody } from "../../../../functions/src/contract/setups.js";

type DemoSetup = Omit<SetupInputBody, "connectionId">;

const countChecks: readonly DetectorKey[] = ["event_count_change", "event_stopped"];
const profileChecks = detectorKeys.filter((key) => key.startsWith("user_"));

const checks = (keys: readonly DetectorKey[], checkBackDays: 7 | 14 | 30 = 7) =>
  keys.map((key) => ({ key, settings: { checkBackDays, thresholdPercent: 30 } }));

/** The first is run by the seed, the second after it; the third is for the visitor to try. */
export const demoSetups: readonly DemoSetup[] = [
  {
    name: "All checks, every morning",
    description: "Everything that can break, checked on weekdays before the team starts.",
    scheduleCron: "0 7 * * 1-5",
    scheduleTimezone: "Europe/Paris",
    includeWeekends: false,
    selectedDetectors: checks(detectorKeys),
  },
  {
    name: "Event volume, last 14 days",
    description: "Event counts only.",
    scheduleCron: "0 * * * *",
    scheduleTimezone: "UTC",
    includeWeekends: true,
    selectedDetectors: checks(countChecks, 14),
  },
  {
    name: "User profiles",
    description: "Run by hand after changes to identity or profile properties.",
    scheduleCron: "",
    scheduleTimezone: "UTC",
    includeWeekends: true,
    selectedDetectors: checks(profileChecks, 30),
  },
];

import { type Day, dayIndex } from "./days.js";
import { choice, choiceOf, dailyChoice, flag, made, type Property, whole, withGaps } from "./property.js";
import { hex } from "./hex.js";

/** Properties of every event, in addition to those that the user and Mixpanel add. */
export const commonProperties: readonly Property[] = [
  dailyChoice("$app_version_string", releases),
  choice("$lib_version", { "3.1.2": 0.72, "3.1.1": 0.28 }),
  choice("network_type", { wifi: 0.61, cellular: 0.36, none: 0.03 }),
  dailyChoice("device_class", (day) => (isWeekend(day) ? weekendDevices : weekdayDevices)),
  made("session_id", "string", (random) => `"${hex(random, 2)}"`),
  whole("session_number", 1, 240, 3),
  flag("is_logged_in", 0.83),
  withGaps(choice("experiment_variant", { control: 0.5, variant_a: 0.25, variant_b: 0.25 }), { absent: 0.2 }),
  choiceOf("screen_scale", "number", [
    [1, 0.2],
    [2, 0.35],
    [3, 0.45],
  ]),
];

const weekdayDevices = { phone: 0.55, desktop: 0.36, tablet: 0.09 };
const weekendDevices = { phone: 0.7, desktop: 0.16, tablet: 0.14 };

const isWeekend = (day: Day): boolean => [0, 6].includes((dayIndex(day) + 4) % 7);

/**
 * A release every 14 days, adopted gradually within about ten days. This is normal and must not be reported.
 */
function releases(day: Day): Readonly<Record<string, number>> {
  const since = dayIndex(day) - dayIndex("2025-01-06");
  const release = Math.floor(since / 14);
  const share = 1 / (1 + Math.exp(-((since % 14) - 5) * 0.9));
  return { [versionName(release)]: share, [versionName(release - 1)]: 1 - share };
}

const versionName = (release: number): string => {
  const number = Math.max(0, release);
  return `${8 + Math.floor(number / 90)}.${10 + (number % 90)}.0`;
};

const campaigns = [
  "autumn-sale",
  "free-returns",
  "winter-warmers",
  "spring-edit",
  "members-week",
  "summer-basics",
];

/** A campaign runs for twelve days, then the next one starts. The names are about equally long. */
export const campaign: Property = withGaps(
  dailyChoice("utm_campaign", (day) => ({
    "always-on-brand": 0.35,
    [campaigns[Math.floor(dayIndex(day) / 12) % campaigns.length]!]: 0.65,
  })),
  { absent: 0.45 },
);

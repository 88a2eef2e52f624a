import { parseArgs } from "node:util";
import {
  checkBackDayChoices,
  defaultCheckBackDays,
  defaultThresholdPercent,
  detectorKeys,
  detectorKeySchema,
  detectorOf,
  detectorSettingsSchema,
  type DetectorKey,
  type DetectorSettings,
} from "../../../functions/src/contract/detectors.js";
import { addDays, type Day } from "../../../functions/src/common/days.js";
import { UsageError } from "../usage-error.js";

export const usage = `Usage: plumbline analyse EXPORT.ndjson[.gz] [options]     (- reads standard input)

Runs Plumbline's checks on a raw export of Mixpanel: one event a line, as /api/2.0/export sends them. The newest days
are compared with the 8 weeks before them, or with as many as the file has, at least one. Nothing is sent anywhere.

  --profiles FILE     user profiles, one JSON object a line, or pages of /engage
  --as-of DAY         day of the run, YYYY-MM-DD; the day before is the last one tested
                      (default: the day after the last one that the export covers to its end)
  --timezone ZONE     time zone of the project (default: UTC)
  --check-back DAYS   ${checkBackDayChoices.join(", ")} (default: ${defaultCheckBackDays})
  --threshold PERCENT 1–100 (default: ${defaultThresholdPercent})
  --detectors LIST    comma-separated: ${detectorKeys.join(",\n                      ")}
  --format FORMAT     table, json or csv (default: table)

Examples:
  $ plumbline analyse export.ndjson.gz
  $ plumbline analyse export.ndjson --timezone America/New_York --check-back 14 --format csv

Exit codes: 0 nothing found, 1 warnings or alerts, 2 bad input, or
more names than can be counted.
`;

const formats = ["table", "json", "csv"] as const;
export type Format = (typeof formats)[number];

export type AnalyseOptions = {
  exportPath: string;
  profilesPath: string | null;
  /** Last tested day; null means the export's last day. */
  lastDay: Day | null;
  timeZone: string;
  settings: DetectorSettings;
  detectors: readonly DetectorKey[];
  format: Format;
};

/**
 * @returns null if only help was requested
 * @throws UsageError that says what is wrong
 */
export function parseOptions(args: readonly string[]): AnalyseOptions | null {
  const { values, positionals } = parsed(args);
  if (values.help === true) return null;
  const [exportPath, ...more] = positionals;
  if (exportPath === undefined) throw new UsageError("name an export, or - for standard input; see --help");
  if (more.length > 0) throw new UsageError(`one export at a time: what is ${more.join(" ")}?`);
  const profilesPath = values.profiles ?? null;
  if (exportPath === "-" && profilesPath === "-") throw new UsageError("only one file can be standard input");
  return {
    exportPath,
    profilesPath,
    lastDay: values["as-of"] === undefined ? null : addDays(dayOf(values["as-of"]), -1),
    timeZone: timeZoneOf(values.timezone),
    settings: settingsOf(values["check-back"], values.threshold),
    detectors:
      values.detectors === undefined ? usualDetectors(profilesPath !== null) : detectorsOf(values.detectors),
    format: formatOf(values.format),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        profiles: { type: "string" },
        "as-of": { type: "string" },
        timezone: { type: "string", default: "UTC" },
        "check-back": { type: "string", default: String(defaultCheckBackDays) },
        threshold: { type: "string", default: String(defaultThresholdPercent) },
        detectors: { type: "string" },
        format: { type: "string", default: "table" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Without profiles, the user property checks could only report that there are none. */
const usualDetectors = (hasProfiles: boolean): readonly DetectorKey[] =>
  detectorKeys.filter((key) => hasProfiles || detectorOf(key).needs !== "profiles");

function detectorsOf(list: string): readonly DetectorKey[] {
  const keys = [...new Set(list.split(",").map((key) => key.trim()))].filter((key) => key !== "");
  if (keys.length === 0) throw new UsageError("--detectors is empty");
  return keys.map((key) => {
    const known = detectorKeySchema.safeParse(key);
    if (!known.success) throw new UsageError(`no detector ${key}; there are ${detectorKeys.join(", ")}`);
    return known.data;
  });
}

function settingsOf(checkBack: string, threshold: string): DetectorSettings {
  const settings = detectorSettingsSchema.safeParse({
    checkBackDays: Number(checkBack),
    thresholdPercent: Number(threshold),
  });
  if (settings.success) return settings.data;
  throw new UsageError(
    settings.error.issues[0]?.path[0] === "checkBackDays"
      ? `--check-back is one of ${checkBackDayChoices.join(", ")}`
      : "--threshold is a percentage from 1 to 100",
  );
}

function formatOf(text: string): Format {
  const format = formats.find((known) => known === text);
  if (format === undefined) throw new UsageError(`--format is one of ${formats.join(", ")}`);
  return format;
}

function dayOf(text: string): Day {
  const isDay = /^2\d{3}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.startsWith(text) === true;
  if (!isDay) throw new UsageError(`--as-of is a day since 2000, YYYY-MM-DD, not ${text}`);
  return text;
}

function timeZoneOf(name: string): string {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name;
  } catch {
    throw new UsageError(`unknown time zone ${name}`);
  }
}

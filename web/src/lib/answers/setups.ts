import { regions } from "@contract/connections";
import {
  checkBackDayChoices,
  defaultCheckBackDays,
  defaultThresholdPercent,
  detectorKeys,
} from "@contract/detectors";
import { fieldsOf, numberOf, withDefaults, type Fields } from "./fields";

/**
 * A setup in the current format. Older setups list their detectors as key strings, with the settings beside
 * them in `useCases`. Detectors that this release does not know are left out.
 */
export function normalizeSetup(value: unknown) {
  const { useCases, selectedDetectors, ...rest } = fieldsOf(value);
  const older = fieldsOf(useCases);
  const fields = withDefaults(rest, { status: "active", scheduleTimezone: "UTC", includeWeekends: true });
  const connection = fields.connection;
  return {
    ...fields,
    connectionId: fields.connectionId ?? fieldsOf(connection).id,
    connection: connection && normalizeConnection(connection),
    selectedDetectors: (Array.isArray(selectedDetectors) ? selectedDetectors : []).flatMap((entry) => {
      const { key, settings } =
        typeof entry === "string" ? { key: entry, settings: older[entry] } : fieldsOf(entry);
      return detectorKeys.some((known) => known === key)
        ? [{ key, settings: normalizeSettings(settings) }]
        : [];
    }),
  };
}

/** Settings outside the allowed choices become the defaults: 7 days, 30%. */
function normalizeSettings(value: unknown) {
  const { checkBackDays, thresholdPercent } = fieldsOf(value);
  const days = numberOf(checkBackDays);
  const percent = numberOf(thresholdPercent);
  return {
    checkBackDays: checkBackDayChoices.find((choice) => choice === days) ?? defaultCheckBackDays,
    thresholdPercent:
      percent !== undefined && percent >= 1 && percent <= 100 ? percent : defaultThresholdPercent,
  };
}

export function normalizeConnection(value: unknown): Fields {
  const fields = withDefaults(value, { status: "pending", createdAt: new Date(0).toISOString() });
  if (!regions.some((known) => known === fields.region)) fields.region = "us";
  // Mixpanel's project ids are numbers.
  if (typeof fields.projectId === "number") fields.projectId = String(fields.projectId);
  return fields;
}

/** Leaves out detectors that this release does not know, since they cannot be shown. */
export const normalizeCatalogue = (value: unknown) =>
  Array.isArray(value)
    ? value.filter((entry) => detectorKeys.some((known) => known === fieldsOf(entry).key))
    : value;

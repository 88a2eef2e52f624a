import type { FileRoute, FileSetup } from "../../../functions/src/contract/integrations/config-file.js";
import { secretOf, withoutDefaultsOf, type Entries, type EntryType } from "./entries.js";

/** The title of an entry in a plan. */
export const entryTitle = <T extends EntryType>(type: T, entry: Entries[T]): string =>
  `${type} ${entry.id} (${"name" in entry ? entry.name : `to ${entry.channelId}`})`;

/** An entry's fields as text, by name, without the id. */
export function entryFields<T extends EntryType>(type: T, entry: Entries[T]): ReadonlyMap<string, string> {
  const { id: _id, ...fields } = entry;
  const texts = new Map(Object.entries(fields).map(([name, value]) => [name, textOf(value)]));
  if (type === "setup") {
    texts.delete("selectedDetectors");
    for (const { key, settings } of (entry as FileSetup).selectedDetectors)
      texts.set(key, `${settings.checkBackDays} days, ${settings.thresholdPercent}%`);
  }
  if (type === "route") {
    const { timing, quietHours } = entry as FileRoute;
    texts.set("timing", timingText(timing));
    if (quietHours) texts.set("quietHours", `${clock(quietHours.from)} to ${clock(quietHours.to)}`);
  }
  if (type === "channel") {
    const secret = secretOf(entry as Entries["channel"]);
    if (secret) texts.set(secret.field, secret.env === null ? "" : `$${secret.env}`);
  }
  return texts;
}

/** The lines that describe a new entry. */
export function entrySummary<T extends EntryType>(type: T, entry: Entries[T]): string[] {
  if (type === "setup") {
    const { selectedDetectors, scheduleCron } = entry as FileSetup;
    const checks = selectedDetectors.length === 1 ? "1 check" : `${selectedDetectors.length} checks`;
    return [`${checks}, ${scheduleCron || "no schedule"}`];
  }
  const chosen = Object.keys(withoutDefaultsOf(type, entry));
  const told = new Set(["name", "channelId"]);
  return [...entryFields(type, entry)]
    .filter(([name]) => chosen.includes(name) && !told.has(name))
    .map(([name, text]) => `${name}: ${text}`);
}

const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(", ")
    : ["string", "number", "boolean"].includes(typeof value)
      ? String(value)
      : "";

const weekdays = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"];

function timingText(timing: FileRoute["timing"]): string {
  switch (timing.kind) {
    case "now":
      return "at once";
    case "daily":
      return `daily at ${clock(timing.hour)}`;
    case "weekly":
      return `${weekdays[timing.weekday - 1]} at ${clock(timing.hour)}`;
  }
}

const clock = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

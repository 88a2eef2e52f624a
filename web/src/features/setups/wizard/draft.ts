import type { Connection } from "@contract/connections";
import {
  defaultCheckBackDays,
  defaultThresholdPercent,
  type DetectorKey,
  type DetectorSettings,
  type SelectedDetector,
} from "@contract/detectors";
import { scheduleTimeZones, type Setup, type SetupInputBody } from "@contract/setups";
import { readCron, writeCron, type Schedule } from "@/lib/cron";

/** What the wizard holds between its steps. */
export type Draft = {
  name: string;
  description: string;
  connectionId: string;
  selected: readonly SelectedDetector[];
  schedule: Schedule;
  /** The cron read from the setup; written back unchanged while the frequency stays custom. */
  originalCron: string;
  timeZone: (typeof scheduleTimeZones)[number];
  includeWeekends: boolean;
};

export const defaultSettings: DetectorSettings = {
  checkBackDays: defaultCheckBackDays,
  thresholdPercent: defaultThresholdPercent,
};

/** A new draft, or one of the setup that is edited. */
export const draftOf = (setup: Setup | undefined): Draft => ({
  name: setup?.name ?? "",
  description: setup?.description ?? "",
  connectionId: setup?.connectionId ?? "",
  selected: setup?.selectedDetectors ?? [],
  schedule: readCron(setup?.scheduleCron ?? ""),
  originalCron: setup?.scheduleCron ?? "",
  timeZone: knownTimeZone(setup?.scheduleTimezone),
  includeWeekends: setup?.includeWeekends ?? true,
});

/** The zone of a setup if it is one of those on offer, else UTC. */
export const knownTimeZone = (zone: string | undefined) =>
  scheduleTimeZones.find((known) => known === zone) ?? "UTC";

/** The first verified connection is chosen for a new setup; a choice that is not verified does not count. */
export function withConnection(draft: Draft, verified: readonly Connection[], isNew: boolean): Draft {
  if (verified.some(({ id }) => id === draft.connectionId)) return draft;
  return { ...draft, connectionId: isNew ? (verified[0]?.id ?? "") : "" };
}

export const hasBasics = ({ name, connectionId }: Draft): boolean =>
  name.trim() !== "" && connectionId !== "";
export const isComplete = (draft: Draft): boolean => hasBasics(draft) && draft.selected.length > 0;

/** Non-numeric becomes 30, everything else is brought into 1 to 100. */
export function clampThreshold(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return defaultThresholdPercent;
  return Math.min(100, Math.max(1, value));
}

export const toggleDetector = (draft: Draft, key: DetectorKey, isOn: boolean): Draft => ({
  ...draft,
  selected: isOn
    ? [...draft.selected, { key, settings: defaultSettings }]
    : draft.selected.filter((entry) => entry.key !== key),
});

export const changeSettings = (draft: Draft, key: DetectorKey, change: Partial<DetectorSettings>): Draft => ({
  ...draft,
  selected: draft.selected.map((entry) =>
    entry.key === key ? { key, settings: { ...entry.settings, ...change } } : entry,
  ),
});

/** The body of create and update. */
export const bodyOf = (draft: Draft): SetupInputBody => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  connectionId: draft.connectionId,
  scheduleCron: draft.schedule.frequency === "custom" ? draft.originalCron : writeCron(draft.schedule),
  scheduleTimezone: draft.timeZone,
  includeWeekends: draft.includeWeekends,
  selectedDetectors: [...draft.selected],
});

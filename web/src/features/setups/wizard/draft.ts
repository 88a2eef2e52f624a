import type { Connection } from "@contract/connections";
import {
  defaultCheckBackDays,
  defaultThresholdPercent,
  detectorKeys,
  detectorOf,
  type DetectorKey,
  type DetectorSettings,
  type SelectedDetector,
} from "@contract/detectors";
import type { CreateSetupBody, Setup } from "@contract/setups";
import { parseCron, formatCron, type Schedule } from "@/lib/cron";
import { runnableChecks } from "@/lib/runnable-checks";

/** Everything the wizard edits. */
export type Draft = {
  name: string;
  description: string;
  connectionId: string;
  selected: readonly SelectedDetector[];
  schedule: Schedule;
  /** The cron read from the setup; written back unchanged while the frequency stays custom. */
  originalCron: string;
  /** IANA name. */
  timeZone: string;
  includeWeekends: boolean;
};
/** `selected` is null, which means the recommended checks, until the user changes it. */
type EditedDraft = Omit<Draft, "selected"> & { selected: Draft["selected"] | null };

const defaultSettings: DetectorSettings = {
  checkBackDays: defaultCheckBackDays,
  thresholdPercent: defaultThresholdPercent,
};

/** An empty draft, or one from an existing setup. */
export const toDraft = (setup: Setup | undefined): EditedDraft => ({
  name: setup?.name ?? "",
  description: setup?.description ?? "",
  connectionId: setup?.connectionId ?? "",
  selected: setup?.selectedDetectors ?? null,
  schedule: parseCron(setup?.scheduleCron ?? ""),
  originalCron: setup?.scheduleCron ?? "",
  timeZone: setup?.scheduleTimezone || "UTC",
  includeWeekends: setup?.includeWeekends ?? true,
});

/**
 * The draft with what the user hasn't chosen: the first verified connection for a new setup, and the checks that the
 * connection can run. A connection that is not verified is cleared.
 */
export function withDefaults(edited: EditedDraft, verified: readonly Connection[], isNew: boolean): Draft {
  const chosen = verified.find(({ id }) => id === edited.connectionId);
  const connection = chosen ?? (isNew ? verified[0] : undefined);
  const selected = edited.selected ?? runnableChecks(allDetectors, connection).map(withDefaultSettings);
  return { ...edited, connectionId: connection?.id ?? "", selected };
}

const allDetectors = detectorKeys.map((key) => ({ key }));
const withDefaultSettings = ({ key }: { key: DetectorKey }): SelectedDetector => ({
  key,
  settings: defaultSettings,
});

const hasBasics = ({ name, connectionId }: Draft): boolean => name.trim() !== "" && connectionId !== "";

/** A sentence that says why the wizard can't continue from a step; null if it can. */
export function nextBlocker(step: number, draft: Draft, hasVerifiedConnection: boolean): string | null {
  if (step === 1 && draft.name.trim() === "") return "Enter a name to continue.";
  if (step === 1 && draft.connectionId === "")
    return hasVerifiedConnection ? "Choose a connection to continue." : "Verify a connection to continue.";
  if (step === 2 && draft.selected.length === 0) return "Select at least one check to continue.";
  return null;
}

export const isComplete = (draft: Draft): boolean => hasBasics(draft) && draft.selected.length > 0;

export const toggleDetector = (draft: Draft, key: DetectorKey, isOn: boolean): Draft => ({
  ...draft,
  selected: isOn
    ? [...draft.selected, { key, settings: defaultSettings }]
    : draft.selected.filter((entry) => entry.key !== key),
});

/** Selects exactly these checks; those already selected keep their settings. */
export const selectDetectors = (draft: Draft, keys: readonly DetectorKey[]): Draft => ({
  ...draft,
  selected: keys.map(
    (key) => draft.selected.find((entry) => entry.key === key) ?? { key, settings: defaultSettings },
  ),
});

export const changeSettings = (draft: Draft, key: DetectorKey, change: Partial<DetectorSettings>): Draft => ({
  ...draft,
  selected: draft.selected.map((entry) =>
    entry.key === key ? { key, settings: { ...entry.settings, ...change } } : entry,
  ),
});

/** Sets the same threshold for every selected check that has one. */
export const withThresholdOfAll = (draft: Draft, thresholdPercent: number): Draft => ({
  ...draft,
  selected: draft.selected.map((entry) =>
    detectorOf(entry.key).requiresThreshold
      ? { ...entry, settings: { ...entry.settings, thresholdPercent } }
      : entry,
  ),
});

/** Every field of the body, so that a new one doesn't compile until the wizard edits it or it is named here. */
type EditedFields = Required<Omit<CreateSetupBody, "id" | "status" | "useCases">>;

/** The request body of create and update. Fields that the wizard doesn't edit are left out and keep their value. */
export const toSetupBody = (draft: Draft): EditedFields => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  connectionId: draft.connectionId,
  scheduleCron: draft.schedule.frequency === "custom" ? draft.originalCron : formatCron(draft.schedule),
  scheduleTimezone: draft.timeZone,
  includeWeekends: draft.includeWeekends,
  selectedDetectors: [...draft.selected],
});

import { isNamed, namesOf } from "../../contract/findings/finding.js";
import { type SelectedDetector } from "../../contract/detectors.js";
import { silentThreshold, highestReportingThreshold } from "../../contract/incidents/silent-threshold.js";
import type { SetupSuggestion } from "../../contract/setups.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import type { Dependencies } from "../../composition/dependencies.js";
import type { Exclusions } from "../data-settings/schema-repository.js";
import type { IncidentRecord } from "./incident-record.js";

/** How many of the connection's newest closed incidents are looked at. */
const maxIncidents = 200;
const minFalseAlarms = 2;
const maxSuggestions = 5;
/** A check with a higher threshold finds almost nothing. */
const maxPercent = 80;

/**
 * Suggests thresholds and exclusions that would have prevented at least two of a setup's false alarms, and nothing that
 * was closed as fixed.
 * @throws AppError `not-found`
 */
export async function suggestChanges(
  { setups, incidents, schema }: Pick<Dependencies, "setups" | "incidents" | "schema">,
  workspaceId: WorkspaceId,
  setupId: string,
): Promise<SetupSuggestion[]> {
  const { connectionId, selectedDetectors } = await setups.get(workspaceId, setupId);
  const [{ items }, exclusions] = await Promise.all([
    incidents.list(workspaceId, { isClosed: true, connectionId }, { limit: maxIncidents }),
    schema.exclusions(workspaceId, connectionId),
  ]);
  const found = items.filter(
    ({ finding, annotation }) =>
      // Incidents with an annotation have been dealt with.
      annotation === null && selectedDetectors.some(({ key }) => key === finding.detector),
  );
  const falseAlarms = found.filter(({ closedAs }) => closedAs === "false_alarm");
  const fixed = found.filter(({ closedAs }) => closedAs === "fixed");
  return [
    ...selectedDetectors.flatMap((selected) => thresholdFor(selected, falseAlarms, fixed)),
    ...exclusionsFor(falseAlarms, fixed, exclusions),
  ].slice(0, maxSuggestions);
}

/** The lowest threshold that prevents as many false alarms as possible. */
function thresholdFor(
  { key, settings }: SelectedDetector,
  falseAlarms: readonly IncidentRecord[],
  fixed: readonly IncidentRecord[],
): SetupSuggestion[] {
  const ofCheck = ({ finding }: IncidentRecord) => finding.detector === key;
  const now = settings.thresholdPercent;
  const ceiling = Math.min(
    ...fixed
      .filter(ofCheck)
      .map(({ finding }) => highestReportingThreshold(finding) ?? Infinity)
      .filter((threshold) => threshold >= now),
  );
  const spared = falseAlarms
    .filter(ofCheck)
    .map(({ finding }) => silentThreshold(finding))
    .filter((silent) => silent !== null)
    .filter((silent) => silent > now && silent <= Math.min(ceiling, maxPercent));
  if (spared.length < minFalseAlarms) return [];
  return [{ kind: "threshold", detector: key, percent: Math.max(...spared), falseAlarms: spared.length }];
}

type Exclusion = Extract<SetupSuggestion, { kind: "exclusion" }>;
type Name = Pick<Exclusion, "event" | "property">;

/** Exclusions, those with the most false alarms first; an event only if its false alarms aren't all from one property. */
function exclusionsFor(
  falseAlarms: readonly IncidentRecord[],
  fixed: readonly IncidentRecord[],
  exclusions: Exclusions,
): SetupSuggestion[] {
  const found = new Map<string, Exclusion>();
  for (const name of falseAlarms.flatMap(excludable)) {
    const key = JSON.stringify([name.event, name.property]);
    found.set(key, { kind: "exclusion", ...name, falseAlarms: (found.get(key)?.falseAlarms ?? 0) + 1 });
  }
  for (const { event, property } of fixed.flatMap(excludable))
    found.delete(JSON.stringify([event, property]));
  const all = [...found.values()].filter(
    (one) => one.falseAlarms >= minFalseAlarms && !isExcluded(one, exclusions),
  );
  return all
    .filter(
      ({ event, property, falseAlarms }) =>
        property !== null ||
        !all.some(
          (other) => other.event === event && other.property !== null && other.falseAlarms === falseAlarms,
        ),
    )
    .sort((a, b) => b.falseAlarms - a.falseAlarms);
}

/** What could be excluded to prevent an incident: what it is about and, for a property, its event. */
function excludable({ subject }: IncidentRecord): Name[] {
  if (!isNamed(subject)) return [];
  const name = namesOf(subject);
  return subject.kind === "event-property" ? [name, { ...name, property: null }] : [name];
}

function isExcluded(
  { event, property }: Name,
  { events, eventProperties, userProperties }: Exclusions,
): boolean {
  if (event === null) return property !== null && userProperties.has(property);
  return events.has(event) || (property !== null && (eventProperties.get(event)?.has(property) ?? false));
}

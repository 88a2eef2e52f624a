import { segmentName, beginningOfIncident } from "../../../contract/incidents/began-together.js";
import { hasEnded } from "../../../contract/findings/detector-states.js";
import { nameOf } from "../../../engine/detectors/words.js";
import type { AnnotationState } from "../../connections/annotation-state.js";
import type { IncidentRecord } from "../../incidents/incident-record.js";
import { oneLine } from "../../mails/mail-text.js";

/** The most names listed in a text; the rest are only counted. */
const mostNames = 5;
/** The most days, counted from the latest, that get an annotation. */
const mostDays = 20;
const longestName = 80;

/**
 * The link at the end of an annotation. It opens the connection's incidents, and identifies Plumbline's
 * annotations.
 */
export const annotationLink = (appUrl: string, connectionId: string): string =>
  `${annotationLinks(appUrl)}${connectionId}`;
/** The part of that link that all connections share. */
export const annotationLinks = (appUrl: string): string => `${appUrl}/incidents?connection=`;

/** The wanted annotations: one text for each day on which open or acknowledged incidents began. */
export function wantedAnnotations(incidents: readonly IncidentRecord[], link: string): Map<string, string> {
  const byDay = new Map<string, IncidentRecord[]>();
  for (const incident of incidents) {
    const { day } = beginningOfIncident(incident);
    if (day === null || (incident.status !== "open" && incident.status !== "acknowledged")) continue;
    byDay.set(day, [...(byDay.get(day) ?? []), incident]);
  }
  const latest = [...byDay].sort(([a], [b]) => b.localeCompare(a)).slice(0, mostDays);
  return new Map(latest.map(([day, group]) => [day, textOf(group, link)]));
}

/** Says what is affected, without figures: those change with every run, and so would the text. */
function textOf(incidents: readonly IncidentRecord[], link: string): string {
  const sorted = [...incidents].sort(
    (a, b) => Number(isOver(a)) - Number(isOver(b)) || (a.key < b.key ? -1 : 1),
  );
  const areAllOver = sorted.every(isOver);
  const names = sorted
    .slice(0, mostNames)
    .map((incident) => `${placedName(incident)}${isOver(incident) && !areAllOver ? " (recovered)" : ""}`);
  const more = sorted.length - names.length;
  const listed = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return areAllOver
    ? `Data may have been wrong from this day, and has recovered: ${listed}. Found by Plumbline: ${link}`
    : `Data may be wrong from this day: ${listed}. Found by Plumbline: ${link}`;
}

const isOver = ({ detectorState }: IncidentRecord): boolean => hasEnded(detectorState);

function placedName({ finding, segment }: IncidentRecord): string {
  const name = nameOf(finding.found);
  const whole = oneLine(segment ? `${name} where ${segmentName(segment)}` : name);
  return whole.length > longestName ? `${whole.slice(0, longestName - 1)}…` : whole;
}

export type AnnotationStep =
  | { kind: "create"; day: string; text: string }
  | { kind: "change"; id: string; day: string; text: string }
  | { kind: "delete"; id: string };

/**
 * The steps left to do. Deletions come first, so that an incident that moves to another day never has two.
 */
export function annotationSteps(
  { isOn, written, dismissed }: Pick<AnnotationState, "isOn" | "written" | "dismissed">,
  wanted: ReadonlyMap<string, string>,
): AnnotationStep[] {
  const seen = new Set<string>();
  const deletes: AnnotationStep[] = [];
  const changes: AnnotationStep[] = [];
  for (const { id, day, text } of written) {
    const want = isOn ? wanted.get(day) : undefined;
    if (want === undefined || seen.has(day)) deletes.push({ kind: "delete", id });
    else if (want !== text) changes.push({ kind: "change", id, day, text: want });
    seen.add(day);
  }
  const creates = [...wanted].flatMap(([day, text]): AnnotationStep[] =>
    isOn && !seen.has(day) && !dismissed.includes(day) ? [{ kind: "create", day, text }] : [],
  );
  return [...deletes, ...creates, ...changes];
}

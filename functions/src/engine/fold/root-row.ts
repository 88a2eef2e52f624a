import type { DetectorKey } from "../../contract/detectors.js";
import { subjectCells } from "../../contract/findings/csv-row.js";
import {
  type Group,
  listedMembers,
  type SingleSubject,
  type Subject,
} from "../../contract/findings/finding.js";
import { daysBetween, type Day } from "../../common/days.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";

/** Findings with the same root become one row if there are at least this many. */
export const fewestMembers = 3;
const longestNamed = 5;

export type Drafts = Map<DetectorKey, DraftRow[]>;
/** A row with its position, so that it can be replaced. */
export type LocatedDraft = { key: DetectorKey; index: number; draft: DraftRow };

export function flaggedOf(drafts: Drafts, keys: readonly DetectorKey[]): LocatedDraft[] {
  return keys.flatMap((key) =>
    (drafts.get(key) ?? []).flatMap((draft, index) => (isFlagged(draft.row) ? [{ key, index, draft }] : [])),
  );
}

/** Returns the row without its severity; its reason says what it was folded into. */
export function foldInto(draft: DraftRow, target: string): DraftRow {
  const reason = `${draft.row.reason} Folded into ${target}.`;
  return { ...draft, row: { ...draft.row, severity: "normal", state: "folded", reason } };
}

export function fold(drafts: Drafts, { key, index, draft }: LocatedDraft, target: string): void {
  drafts.get(key)![index] = foldInto(draft, target);
}

export type Root = {
  key: DetectorKey;
  /** What its findings have in common. */
  of: Group["of"];
  /** Its name in the reason of folded rows. */
  title: string;
  /** The first words of its own reason. */
  finding: string;
  nameOf: (draft: DraftRow) => string;
};

export function addRoot(drafts: Drafts, members: readonly LocatedDraft[], root: Root): void {
  // The meaning of the columns depends on the detector, so the figures come from a member with the root's
  // detector.
  const own = members.filter(({ key }) => key === root.key);
  const strongest = own.reduce((best, place) => (isStronger(place.draft, best.draft) ? place : best)).draft;
  const firstBadDay = members.map(({ draft }) => draft.row.first_bad_day).sort(compareDays)[0] ?? null;
  const lastDay = strongest.row.last_day;
  const subject: Group = {
    kind: "group",
    of: root.of,
    members: members
      .flatMap(({ draft: { row } }) => (isSingle(row.subject) ? [row.subject] : []))
      .slice(0, listedMembers),
    size: members.length,
  };
  const cells = subjectCells(subject);
  const names = [...new Set(members.map(({ draft }) => root.nameOf(draft)))];
  drafts.get(root.key)!.push({
    ...strongest,
    row: {
      ...strongest.row,
      subject,
      ...cells,
      severity: members.some(({ draft }) => draft.row.severity === "alert") ? "alert" : "warning",
      first_bad_day: firstBadDay,
      days: firstBadDay && lastDay ? daysBetween(firstBadDay, lastDay) + 1 : strongest.row.days,
      observed: members.length,
      provisional: members.every(({ draft }) => draft.row.provisional === true),
      cause: root.of.by === "segment" ? cells.entity : null,
      reason: `${root.finding}: ${listText(names)}. Strongest on ${root.nameOf(strongest)}: ${strongest.row.reason}`,
    },
    cause: null,
    strongestObserved: strongest.row.observed,
    ...(root.of.by === "segment" && { segment: root.of.segment }),
    isAnalysed: false,
    direction: 0,
  });
  for (const member of members) fold(drafts, member, root.title);
}

const isSingle = (subject: Subject): subject is SingleSubject =>
  subject.kind !== "project" && subject.kind !== "group";

function isStronger(a: DraftRow, b: DraftRow): boolean {
  if (a.row.severity !== b.row.severity) return a.row.severity === "alert";
  return Math.abs(a.row.change_pct ?? 0) > Math.abs(b.row.change_pct ?? 0);
}

function listText(names: readonly string[]): string {
  const shown = names
    .slice(0, longestNamed)
    .map((name) => `\`${name}\``)
    .join(", ");
  return names.length > longestNamed ? `${shown} and ${names.length - longestNamed} more` : shown;
}

export const compareDays = (a: Day | null, b: Day | null): number =>
  a === b ? 0 : (a ?? "~") < (b ?? "~") ? -1 : 1;

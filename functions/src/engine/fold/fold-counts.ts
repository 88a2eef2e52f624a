import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import type { DetectorDescriptor } from "../../contract/detectors/descriptor.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { foldInto } from "./root-row.js";

type Drafts = ReadonlyMap<DetectorKey, readonly DraftRow[]>;

/** In a setup that checks for stops, the count row of a stopped event adds nothing, so it becomes normal and folded. */
export function foldStoppedCounts(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const isCount = ({ rule }: DetectorDescriptor): boolean => rule === "count-change";
  return mapRows(drafts, isCount, ({ foldsInto }) => {
    const stops = [...drafts].flatMap(([key, rows]) => (foldsInto.includes(key) ? rows : []));
    const stopped = new Set(stops.filter(({ isOpen }) => isOpen).map(({ row }) => row.entity));
    return ({ row, isAnalysed }) =>
      isAnalysed && stopped.has(row.entity) ? "the finding that the event stopped" : null;
  });
}

/** Folds shifts of a property that a count row names as its cause: they are the same finding. */
export function foldIntoCauses(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const named = new Set(
    [...drafts.values()]
      .flat()
      .flatMap(({ row, cause }) => (cause && isFlagged(row) ? [pairOf(row.entity, cause.property)] : [])),
  );
  const isShift = ({ rule, subject }: DetectorDescriptor): boolean =>
    rule === "distribution" && subject === "event-properties";
  return mapRows(
    drafts,
    isShift,
    () =>
      ({ row }) =>
        isFlagged(row) && named.has(pairOf(row.parent, row.entity))
          ? `the count of ${row.parent}, whose change this property explains`
          : null,
  );
}

const pairOf = (event: string | null, property: string): string => JSON.stringify([event, property]);

/** Folds rows of some detectors. @param foldsInto returns, for a detector, what each of its rows folds into, or null */
function mapRows(
  drafts: Drafts,
  appliesTo: (descriptor: DetectorDescriptor) => boolean,
  foldsInto: (descriptor: DetectorDescriptor) => (draft: DraftRow) => string | null,
): Map<DetectorKey, DraftRow[]> {
  return new Map(
    [...drafts].map(([key, rows]) => {
      const descriptor = detectorOf(key);
      if (!appliesTo(descriptor)) return [key, [...rows]];
      const targetOf = foldsInto(descriptor);
      return [
        key,
        rows.map((draft) => {
          const target = targetOf(draft);
          return target === null ? draft : foldInto(draft, target);
        }),
      ];
    }),
  );
}

import { type DetectorKey, detectorOf } from "../../contract/detectors.js";
import { subjectKey } from "../../contract/findings/finding.js";
import type { DetectorDescriptor } from "../../contract/detectors/descriptor.js";
import { ruleTraits } from "../../contract/detectors/rules.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import { foldInto } from "./root-row.js";

type Drafts = ReadonlyMap<DetectorKey, readonly DraftRow[]>;

/** In a setup that checks for stops, the count row of a stopped event adds nothing, so it becomes normal and folded. */
export function foldStoppedCounts(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const isCount = ({ rule }: DetectorDescriptor): boolean => ruleTraits[rule].foldsInto === "stop";
  return mapRows(drafts, isCount, ({ foldsInto }) => {
    const stops = [...drafts].flatMap(([key, rows]) => (foldsInto.includes(key) ? rows : []));
    const stopped = new Set(stops.filter(({ isOpen }) => isOpen).map(({ row }) => subjectKey(row.subject)));
    return ({ row, isAnalysed }) =>
      isAnalysed && stopped.has(subjectKey(row.subject)) ? "the finding that the event stopped" : null;
  });
}

/** Folds shifts of a property that a count row names as its cause: they are the same finding. */
export function foldIntoCauses(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const named = new Set(
    [...drafts.values()]
      .flat()
      .flatMap(({ row: { subject, severity }, cause }) =>
        cause && subject.kind === "event" && isFlagged({ severity })
          ? [subjectKey({ kind: "event-property", event: subject.event, property: cause.property })]
          : [],
      ),
  );
  const isShift = ({ rule, subject }: DetectorDescriptor): boolean =>
    ruleTraits[rule].foldsInto === "cause" && subject === "event-properties";
  return mapRows(
    drafts,
    isShift,
    () =>
      ({ row }) =>
        isFlagged(row) && named.has(subjectKey(row.subject))
          ? `the count of ${row.parent}, whose change this property explains`
          : null,
  );
}

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

import type { DetectorKey } from "../contract/detectors.js";
import type { DraftRow } from "./model.js";
import { isFlagged } from "./result-row.js";

type Drafts = ReadonlyMap<DetectorKey, DraftRow[]>;

/** A stopped event's count row says nothing more: it becomes normal and folded, where the setup checks for stops. */
export function foldStoppedCounts(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const stops = drafts.get("event_stopped") ?? [];
  const stopped = new Set(stops.filter(({ isOpen }) => isOpen).map(({ row }) => row.entity));
  return changed(drafts, "event_count_change", ({ row, isAnalysed }) =>
    isAnalysed && stopped.has(row.entity) ? "the finding that the event stopped" : null,
  );
}

/** A shift of the very property that a count row's cause names is the same finding. */
export function foldIntoCauses(drafts: Drafts): Map<DetectorKey, DraftRow[]> {
  const named = new Set(
    (drafts.get("event_count_change") ?? []).flatMap(({ row, cause }) =>
      cause && isFlagged(row) ? [pairOf(row.entity, cause.property)] : [],
    ),
  );
  return changed(drafts, "event_property_distribution", ({ row }) =>
    isFlagged(row) && named.has(pairOf(row.parent, row.entity))
      ? `the count of ${row.parent}, whose change this property explains`
      : null,
  );
}

const pairOf = (event: string | null, property: string): string => JSON.stringify([event, property]);

function changed(
  drafts: Drafts,
  key: DetectorKey,
  into: (draft: DraftRow) => string | null,
): Map<DetectorKey, DraftRow[]> {
  const result = new Map(drafts);
  const rows = drafts.get(key);
  if (rows)
    result.set(
      key,
      rows.map((draft) => {
        const target = into(draft);
        return target === null ? draft : folded(draft, target);
      }),
    );
  return result;
}

function folded(draft: DraftRow, into: string): DraftRow {
  const reason = `${draft.row.reason} Folded into ${into}.`;
  return { ...draft, row: { ...draft.row, severity: "normal", state: "folded", reason } };
}

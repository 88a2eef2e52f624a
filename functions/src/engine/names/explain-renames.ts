import { renameText } from "../../contract/findings/cause-text.js";
import type { Subject } from "../../contract/findings/finding.js";
import { addDays } from "../../common/days.js";
import type { DraftRow } from "../model.js";
import { isFlagged } from "../result-row.js";
import type { Rename } from "./names.js";

/** So many days around the first day of a finding, its successor may have begun: before in a rollout, after in a release. */
const daysBefore = 7;
const daysAfter = 3;

/** Adds to a finding of an event or property that was renamed what took over from it, as its cause. */
export function explainRename(draft: DraftRow, renames: readonly Rename[]): DraftRow {
  const { row, segment } = draft;
  const since = row.first_bad_day;
  if (renames.length === 0 || !isFlagged(row) || segment || since === null) return draft;
  const rename = renames.find(
    (one) =>
      isOf(one, row.subject) &&
      one.day >= addDays(since, -daysBefore) &&
      one.day <= addDays(since, daysAfter),
  );
  if (!rename) return draft;
  const renamedTo = { names: rename.to, since: rename.day, volume: rename.volume };
  return { ...draft, renamedTo, row: { ...row, cause: renameText(renamedTo, since) } };
}

const isOf = ({ kind, from, events }: Rename, subject: Subject): boolean =>
  kind === "event"
    ? subject.kind === "event" && subject.event === from
    : subject.kind === "event-property" && subject.property === from && events.includes(subject.event);

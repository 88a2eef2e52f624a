import * as words from "@words";
import { isNamed } from "@contract/findings/finding";
import type { DetailedRow } from "@contract/results";

/** Highlights names; see `RichText`. */
export const mark = (name: string): string => `\`${name}\``;

/** What the reader can do about a finding, most useful first. */
export function nextSteps(row: DetailedRow): string[] {
  const { finding, state, severity } = row;
  const isFlagged = severity === "alert" || severity === "warning";
  if (!finding || !isFlagged) return [state === "new_level" ? newLevel : "Nothing to do: it has ended."];
  const adapts = words.isShare(finding)
    ? "Intended? Do nothing: the baseline adapts to the new values."
    : "Intended? Do nothing: the baseline adapts within about two weeks.";
  return [
    ...(finding.isProvisional ? [provisional] : []),
    ...(state === "ongoing"
      ? ["The previous run reported it too. Check whether someone is already on it."]
      : []),
    words.nextStepOf(finding, row.series, { mark, change: row.incident?.sameDayChange ?? null }),
    ...(finding.subject.kind === "project"
      ? []
      : [isNamed(finding.subject) ? `${adapts} Or exclude it in Data Settings.` : adapts]),
  ];
}

const provisional =
  "Only the latest day is affected. Late data may still fill this in; the next run will confirm.";
const newLevel = "Nothing to do if the change was intended: the baseline has adapted to the new level.";

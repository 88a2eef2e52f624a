import { segmentText } from "@contract/cause-text";
import { detectorOf, minEventsForCause } from "@contract/detectors";
import { isProjectFinding, isRootFinding, isSegmentRoot } from "@contract/findings/figures";
import type { DetailedRow, RowSeries } from "@contract/results";
import { shownCells } from "@/components/charts/distribution/distribution-geometry";
import { nullKinds, type NullKind } from "@/components/charts/nulls/null-geometry";
import { formatShortProjectDay } from "@/lib/format";
import { isDrop } from "../findings/group-findings";
import { isCountDetector } from "./detector-facts";
import { whereText } from "./finding-segment";
import { isFlagged } from "./finding-text";

/** What the reader can do about a finding, most useful first. Names are in backticks. */
export function nextSteps(row: DetailedRow): string[] {
  if (!isFlagged(row)) return [row.state === "new_level" ? newLevel : "Nothing to do: it has ended."];
  return [
    row.provisional ? provisional : null,
    row.state === "ongoing"
      ? "The previous run reported it too. Check whether someone is already on it."
      : null,
    whereToLook(row),
    isProjectFinding(row) ? null : whenIntended(row),
  ].filter((step) => step !== null);
}

const provisional =
  "Only the latest day is affected. Late data may still fill this in; the next run will confirm.";
const newLevel = "Nothing to do if the change was intended: the baseline has adapted to the new level.";

function whereToLook(row: DetailedRow): string {
  const day = row.first_bad_day ? ` around ${formatShortProjectDay(row.first_bad_day)}` : "";
  const when = `${day}${whereText(row)}`;
  if (isSegmentRoot(row)) return `Look at what was released${when}: everything there broke at once.`;
  const name = `\`${row.entity}\``;
  if (isProjectFinding(row))
    return detectorOf(row.detector).rule === "silence"
      ? `Many events stopped at once${when}: check the SDK, its key and the proxy it sends through.`
      : `All events changed together${when}: a holiday or campaign, an outage, an SDK release or a billing limit.`;
  switch (detectorOf(row.detector).rule) {
    case "count-change":
      return countHint(row, day);
    case "silence":
      return `Search the code for ${name} and for releases${when}: was it renamed, removed, or is it no longer reached?`;
    case "property-silence":
      return `Search the code for ${name} and for releases${when}: was it removed or renamed?`;
    case "null-rate":
      return row.segment
        ? `Look at what was released${when}: elsewhere ${name} is sent as before.`
        : nullHint(row.series, when);
    case "distribution":
      return shiftHint(row.series, when);
    case "profile-count":
      return isDrop(row)
        ? `Check sign-up, and whether profiles were deleted or merged${when}.`
        : `Look for a new source of profiles${when}: an import, a bot, or users who are no longer recognized.`;
  }
}

function countHint(row: DetailedRow, when: string): string {
  const { causeDetail: cause, observed, expected } = row;
  if (cause)
    return `Look at what changed${when} where \`${segmentText(cause)}\`: a release, an SDK update, a feature flag.`;
  const isCauseSearched = Math.abs((observed ?? 0) - (expected ?? 0)) >= minEventsForCause;
  const scope = isCauseSearched
    ? `No property value stands out among the ${isDrop(row) ? "missing" : "extra"} events, so look for a cause that affects all of them`
    : "Too few events are affected to see what they share; look at the event itself";
  return isDrop(row)
    ? `${scope}: its trigger, the page it is on, a release${when}.`
    : `${scope}: an event sent twice, retries, a bot, a campaign${when}.`;
}

const nullHints: Record<NullKind, string> = {
  absent: "The property is missing from these events: removed or renamed.",
  null: "The property is sent as null: the event fires before the value is available.",
  empty: "The property is sent as empty text: a field is read before it is filled in.",
};

/** Says what the main kinds of null on the flagged days point to. */
function nullHint(series: RowSeries | null, when: string): string {
  const flagged = series?.kind === "nulls" ? series.days.filter(({ isFlagged }) => isFlagged) : [];
  const countOfKind = (kind: NullKind) => flagged.reduce((total, day) => total + day[kind], 0);
  const all = nullKinds.reduce((total, { kind }) => total + countOfKind(kind), 0);
  const hints = nullKinds
    .filter(({ kind }) => countOfKind(kind) > all * minShareForHint)
    .map(({ kind }) => nullHints[kind]);
  return [...hints, `Look at what was released${when}.`].join(" ");
}

const minShareForHint = 0.2;

function shiftHint(series: RowSeries | null, when: string): string {
  const cells = series?.kind === "distribution" ? shownCells(series) : [];
  const vanished = cells.find((cell) => cell.moved === "vanished");
  const appeared = cells.find((cell) => cell.moved === "appeared");
  if (vanished && appeared)
    return `\`${vanished.label}\` vanished and \`${appeared.label}\` appeared${when}: was a value renamed?`;
  return `Find out what changed${when}: a new default, an A/B test, a campaign, a change in formatting.`;
}

/** Says how an intended change stops being reported. Only a single event or property can be excluded. */
function whenIntended(row: DetailedRow): string {
  const { detector, entity } = row;
  const adapts = isCountDetector(detector)
    ? "Intended? Do nothing: the baseline adapts within about two weeks."
    : "Intended? Do nothing: the baseline adapts to the new values.";
  return entity.startsWith("(") || isRootFinding(row) ? adapts : `${adapts} Or exclude it in Data Settings.`;
}

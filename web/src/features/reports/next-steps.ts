import type { CauseProperty, DetailedRow, NullSeries, RowSeries } from "@contract/results";
import { shownCells } from "@/components/charts/distribution-geometry";
import { mainKind, type NullKind } from "@/components/charts/null-geometry";
import { formatShortProjectDay } from "@/lib/format";
import { isCountDetector } from "./detector-facts";
import { fell } from "./group-findings";
import { isFlaggedRow, isProjectRow } from "./row-text";

/** What a reader does about a row, most useful first; names stand in backticks. */
export function nextSteps(row: DetailedRow): string[] {
  if (!isFlaggedRow(row)) return [row.state === "new_level" ? newLevel : "Nothing to do: it is over."];
  return [
    row.provisional ? provisional : null,
    row.state === "ongoing" ? "The run before reported it too: see who is on it before you start." : null,
    whereToLook(row),
    isProjectRow(row) ? null : whenMeant(row),
  ].filter((step) => step !== null);
}

const provisional =
  "It rests on the newest day alone, and late rows may still mend that. The next run tells.";
const newLevel = "Nothing to do if the change was meant: the expectation has followed the new level.";

function whereToLook(row: DetailedRow): string {
  const when = row.first_bad_day ? ` around ${formatShortProjectDay(row.first_bad_day)}` : "";
  const name = `\`${row.entity}\``;
  if (isProjectRow(row))
    return row.detector === "event_stopped"
      ? `Many events stopped at once${when}: check the SDK, its key and the proxy it sends through.`
      : `All events moved together${when}: a holiday or campaign, an outage, an SDK release or a billing limit.`;
  switch (row.detector) {
    case "event_count_change":
      return `${countHint(row, when)}`;
    case "event_stopped":
      return `Search the code for ${name} and what was released${when}: renamed, removed, or no longer reached?`;
    case "event_property_stopped":
    case "user_property_stopped":
      return `Search the code for ${name} and what was released${when}: removed, or sent under another name?`;
    case "event_property_null_rate":
    case "user_property_null_rate":
      return `${nullHints[nullKindOf(row.series)]} Look at what was released${when}.`;
    case "event_property_distribution":
    case "user_property_distribution":
      return shiftHint(row.series, when);
    case "user_profile_count_change":
      return fell(row)
        ? `Check sign-up, and whether profiles were deleted or merged${when}.`
        : `Look for a new source of profiles${when}: an import, a bot, or users who are no longer recognised.`;
  }
}

/** Fewer rows than this off, and no cause is looked for. */
const fewestForCause = 50;

function countHint(row: DetailedRow, when: string): string {
  const { causeDetail: cause, observed, expected } = row;
  if (cause)
    return `Look at what changed${when} where \`${causeText(cause)}\`: a release, an SDK update, a switch that was turned.`;
  const isLookedFor = Math.abs((observed ?? 0) - (expected ?? 0)) >= fewestForCause;
  const spread = isLookedFor
    ? `No property value stands out among the ${fell(row) ? "missing" : "extra"} rows, so look for what touches all of them`
    : "Too few rows are off to tell what they have in common; look for what touches the event itself";
  return fell(row)
    ? `${spread}: its trigger, the page it stands on, a release${when}.`
    : `${spread}: an event sent twice, retries, a bot, a campaign${when}.`;
}

const causeText = ({ property, values }: CauseProperty): string =>
  `${property} = ${values.map(({ value }) => value).join(", ")}`;

const nullHints: Record<NullKind, string> = {
  absent: "The key itself is missing from these rows: it is no longer sent there, or under another name.",
  null: "The key is sent with null: its value is not there yet when the row is written.",
  empty: "The key is sent as empty text: a field is read before it is filled.",
};

const nullKindOf = (series: RowSeries | null): NullKind =>
  series?.kind === "nulls" ? mainKind((series satisfies NullSeries).days) : "absent";

function shiftHint(series: RowSeries | null, when: string): string {
  const moved = series?.kind === "distribution" ? shownCells(series) : [];
  const gone = moved.find((cell) => cell.moved === "vanished");
  const come = moved.find((cell) => cell.moved === "appeared");
  if (gone && come)
    return `\`${gone.label}\` vanished and \`${come.label}\` appeared${when}: was a value renamed?`;
  return `Ask what changed${when}: a new default, a test that was switched on, a campaign, values written another way.`;
}

/** How a change that was wanted stops being reported. */
const whenMeant = ({ detector }: DetailedRow): string =>
  isCountDetector(detector)
    ? "Meant to be so? Leave it, and within about two weeks the expectation follows; or exclude it in Data Settings."
    : "Meant to be so? Leave it until the new values are the baseline, or exclude it in Data Settings.";

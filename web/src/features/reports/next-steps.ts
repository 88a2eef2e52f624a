import type { CauseProperty, DetailedRow, RowSeries } from "@contract/results";
import { shownCells } from "@/components/charts/distribution-geometry";
import { nullKinds, type NullKind } from "@/components/charts/null-geometry";
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
      return countHint(row, when);
    case "event_stopped":
      return `Search the code for ${name} and what was released${when}: renamed, removed, or no longer reached?`;
    case "event_property_stopped":
    case "user_property_stopped":
      return `Search the code for ${name} and what was released${when}: removed, or sent under another name?`;
    case "event_property_null_rate":
    case "user_property_null_rate":
      return nullHint(row.series, when);
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
  absent: "Rows lack the key itself: it is no longer sent there, or under another name.",
  null: "Rows have the key with null: its value is not there yet when the row is written.",
  empty: "Rows have the key with empty text: a field is read before it is filled.",
};

/** What the kinds of null that bring a good part of the flagged rows point at. */
function nullHint(series: RowSeries | null, when: string): string {
  const flagged = series?.kind === "nulls" ? series.days.filter(({ isFlagged }) => isFlagged) : [];
  const rowsOf = (kind: NullKind) => flagged.reduce((total, day) => total + day[kind], 0);
  const all = nullKinds.reduce((total, { kind }) => total + rowsOf(kind), 0);
  const hints = nullKinds
    .filter(({ kind }) => rowsOf(kind) > all * goodPart)
    .map(({ kind }) => nullHints[kind]);
  return [...hints, `Look at what was released${when}.`].join(" ");
}

const goodPart = 0.2;

function shiftHint(series: RowSeries | null, when: string): string {
  const moved = series?.kind === "distribution" ? shownCells(series) : [];
  const gone = moved.find((cell) => cell.moved === "vanished");
  const come = moved.find((cell) => cell.moved === "appeared");
  if (gone && come)
    return `\`${gone.label}\` vanished and \`${come.label}\` appeared${when}: was a value renamed?`;
  return `Ask what changed${when}: a new default, a test that was switched on, a campaign, values written another way.`;
}

/** How a change that was wanted stops being reported; what is no single event or property cannot be excluded. */
function whenMeant({ detector, entity }: DetailedRow): string {
  const leave = isCountDetector(detector)
    ? "Meant to be so? Leave it, and within about two weeks the expectation follows"
    : "Meant to be so? Leave it until the new values are the baseline";
  return entity.startsWith("(") ? `${leave}.` : `${leave}; or exclude it in Data Settings.`;
}

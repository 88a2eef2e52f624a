import { detectorOf } from "../../contract/detectors.js";
import { isOfHours } from "../../contract/findings/finding.js";
import { glanceSeries } from "../../contract/findings/glance-series.js";
import type { UseSummary } from "../../contract/integrations/project-context.js";
import type { RowSeries, StoredFinding } from "../../contract/results.js";

/** One day of a finding's chart. `height` is a fraction of the highest bar, 0–1. */
type DayBar = { height: number; isFlagged: boolean };

/** A chart: what the bars show ("Events", "Missing values"), and one bar per day. */
export type FindingChart = {
  title: string;
  bars: readonly DayBar[];
  /** The hour up to which the last day is counted; null for a whole day. */
  until: string | null;
};

/** A finding as an email shows it. */
export type MailFinding = StoredFinding & { use?: UseSummary | null };

const daysShown = 14;

/** Charts the last two weeks of a finding that the report draws by day: counts, or the share of missing values. */
export function chartOf(row: StoredFinding): FindingChart | null {
  const series = glanceSeries(row);
  const bars = dayBars(series, daysShown);
  if (series === null || bars === null) return null;
  const { many } = detectorOf(row.detector).unit;
  const { finding } = row;
  return {
    title: series.kind === "counts" ? `${many.charAt(0).toUpperCase()}${many.slice(1)}` : "Missing values",
    bars,
    until: finding && isOfHours(finding) ? finding.figures.untilHour : null,
  };
}

/** The last days of a series as bars; null if the series has no days or all bars would be 0. */
export function dayBars(series: RowSeries | null, days: number): readonly DayBar[] | null {
  if (series === null || series.kind === "distribution") return null;
  const all =
    series.kind === "counts"
      ? series.days.map(({ observed, isFlagged }) => ({ value: observed, isFlagged }))
      : series.days.map(({ rows, absent, null: nulls, empty, isFlagged }) => ({
          value: rows > 0 ? (absent + nulls + empty) / rows : 0,
          isFlagged,
        }));
  const shown = all.slice(-days);
  const highest = Math.max(...shown.map(({ value }) => value));
  if (!(highest > 0)) return null;
  return shown.map(({ value, isFlagged }) => ({ height: value / highest, isFlagged }));
}

const highestPx = 28;

/**
 * Renders bars as a table of colored cells with their sizes in attributes: many mail programs block images by
 * default, and Outlook supports neither SVG nor the height of a `div`.
 */
export function chartHtml({ title, bars, until }: FindingChart): string {
  const cells = bars.map(({ height, isFlagged }) => {
    const px = Math.max(1, Math.round(height * highestPx));
    const color = isFlagged ? "#d92d20" : "#a9b5b3";
    return `<td valign="bottom" height="${highestPx}" style="padding:0 2px 0 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td width="8" height="${px}" bgcolor="${color}" style="font-size:0;line-height:0">&nbsp;</td></tr></table></td>`;
  });
  const days = `last ${bars.length} days${until === null ? "" : `, the last until ${until}`}`;
  return `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" style="margin:6px 0 0"><tr>${cells.join("")}<td class="quiet" valign="bottom" style="padding:0 0 0 6px;font-size:12px;line-height:14px;color:#52605e">${title}, ${days}; flagged in red</td></tr></table>`;
}

import { traitsOf } from "@contract/detectors";
import { glanceSeries } from "@contract/findings/glance-series";
import { rowSeverities, type DetailedRow, type RowSeverity } from "@contract/results";
import type { CsvData, DetectorResult } from "@contract/runs";
import type { ReactNode } from "react";
import { Sparkline } from "@/components/charts/sparkline";
import type { Column } from "@/components/layout/data-table";
import { SeverityBadge } from "@/components/badges/severity-badge";
import { cellText, isNumberColumn } from "./csv-cells";
import { isProjectFinding } from "../text/finding-text";
import { RichText } from "@/components/badges/rich-text";

type CsvRow = readonly string[];

/** The file's columns under their own names, plus a sparkline after the names. */
export function csvColumns(
  { headers, rows }: CsvData,
  detector: DetectorResult,
  onSelect: (index: number) => void,
): Column<CsvRow>[] {
  const places = rows.map(placeIn(detector.rows, headers));
  const columns = headers.map((header, column): Column<CsvRow> => {
    const cell = (row: CsvRow, index: number): ReactNode => {
      const text = row[column] ?? "";
      const place = places[index];
      return header === "entity" && place !== undefined ? (
        <button type="button" onClick={() => onSelect(place)}>
          {text}
        </button>
      ) : (
        cellOf(header, text)
      );
    };
    return { key: header, header, align: isNumberColumn(header) ? "end" : "start", cell };
  });
  if (!detector.rows.some(({ series }) => series)) return columns;
  const after = headers.indexOf("parent") + 1;
  return [...columns.slice(0, after), seriesColumn(detector, places), ...columns.slice(after)];
}

/** The sparkline column. It isn't in the file, so its header is in plain words. */
const seriesColumn = (
  { id, rows }: DetectorResult,
  places: readonly (number | undefined)[],
): Column<CsvRow> => ({
  key: "series",
  header: traitsOf(id).family === "values" ? "Before, now" : "Last 4 weeks",
  cell: (_, index) => {
    const row = rows[places[index] ?? -1];
    const series = row && glanceSeries(row);
    return series ? (
      <div className="series">
        <Sparkline series={series} severity={row.severity} isProject={isProjectFinding(row)} />
      </div>
    ) : null;
  },
});

/** Returns a function that finds a CSV row's finding by its names and days. */
function placeIn(rows: readonly DetailedRow[], headers: readonly string[]) {
  const columns = ["entity", "parent", "first_bad_day", "last_day"] as const;
  const at = columns.map((column) => headers.indexOf(column));
  const places = new Map(
    rows.map((row, index) => [JSON.stringify(columns.map((column) => row[column] ?? "")), index]),
  );
  return (row: CsvRow): number | undefined => places.get(JSON.stringify(at.map((index) => row[index] ?? "")));
}

const isSeverity = (text: string): text is RowSeverity => rowSeverities.some((severity) => severity === text);

function cellOf(column: string, text: string): ReactNode {
  if (column === "severity" && isSeverity(text)) return <SeverityBadge severity={text} />;
  if (column === "reason" || column === "cause")
    return (
      <span className="prose" title={text}>
        <RichText text={text} />
      </span>
    );
  return cellText(column, text);
}

export const csvCss = {
  "& td": { whiteSpace: "nowrap" },
  "& tbody th > *": { display: "flex", alignItems: "center" },
  "& .prose": { display: "block", maxW: "360px", overflow: "hidden", textOverflow: "ellipsis" },
  "& .series": { width: "132px" },
  "& td button": {
    fontWeight: "560",
    cursor: "pointer",
    textAlign: "start",
    borderRadius: "badge",
    minH: { base: "36px", sm: "auto" },
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
};

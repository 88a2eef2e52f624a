import { resultColumns, type ResultRow } from "../../contract/results.js";
import type { CountedRows, DraftRow, FinishedRow } from "../model.js";
import { roundedRow } from "../result-table.js";
import { inFileOrder, merged } from "./row-order.js";
import { packed, unpacked } from "./packed.js";

type Ordered = { row: ResultRow };
type Page = Buffer;

const rowsPerRun = 8_192;
const rowsPerPage = 256;

/**
 * One detector's rows without a finding, which are nearly all rows of a large project. They are kept as packed runs, each
 * sorted in file order, and unpacked one page at a time.
 */
export class OrdinaryRows implements CountedRows {
  analysed = 0;
  normal = 0;
  inconclusive = 0;
  readonly #runs: Page[][] = [];
  #waiting: Ordered[] = [];

  add({ row, isAnalysed }: DraftRow): void {
    if (isAnalysed) this.analysed++;
    this[row.severity === "inconclusive" ? "inconclusive" : "normal"]++;
    this.#waiting.push({ row: roundedRow(row) });
    if (this.#waiting.length === rowsPerRun) this.#pack();
  }

  /** Iterates in file order. */
  *[Symbol.iterator](): Generator<FinishedRow, void> {
    this.#pack();
    for (const { row } of mergedRuns(this.#runs))
      yield { row, series: null, cause: null, segment: null, breakdown: null };
  }

  #pack(): void {
    const sorted = inFileOrder(this.#waiting);
    this.#waiting = [];
    const run: Page[] = [];
    for (let from = 0; from < sorted.length; from += rowsPerPage)
      run.push(packed(sorted.slice(from, from + rowsPerPage).map(({ row }) => cellsOf(row))));
    if (run.length > 0) this.#runs.push(run);
  }
}

/** Merges in halves, so that a row is compared log₂(runs) times. */
function mergedRuns(runs: readonly Page[][]): Iterable<Ordered> {
  if (runs.length <= 1) return rowsOf(runs[0] ?? []);
  const half = runs.length >> 1;
  return merged(mergedRuns(runs.slice(0, half)), mergedRuns(runs.slice(half)));
}

function* rowsOf(run: readonly Page[]): Generator<Ordered, void> {
  for (const page of run) for (const cells of unpacked(page) as Cell[][]) yield { row: rowOf(cells) };
}

type Cell = ResultRow[keyof ResultRow];

const cellsOf = (row: ResultRow): Cell[] => resultColumns.map((column) => row[column]);

function rowOf(cells: readonly Cell[]): ResultRow {
  const row: Record<string, Cell> = {};
  resultColumns.forEach((column, place) => (row[column] = cells[place]!));
  // The cells come from `cellsOf`, so every column is set with its own type.
  return row as ResultRow;
}

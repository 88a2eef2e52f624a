import { deflateRawSync, inflateRawSync } from "node:zlib";
import { resultColumns } from "../../contract/results.js";
import type { SubjectRow } from "../../contract/findings/csv-row.js";
import type { CountedRows, DraftRow, FinishedRow, PreviousRun } from "../model.js";
import { isFlagged } from "../result-row.js";
import { roundedRow } from "../result-table.js";
import { entityKey } from "../row-key.js";
import type { RowStore } from "./evaluation.js";
import { inFileOrder, mergeSorted } from "./row-order.js";

/** Keeps rows that are shown or can affect other rows, and compresses all others. */
export class FindingsAndPackedRows implements RowStore {
  readonly kept: DraftRow[] = [];
  readonly withoutFinding = new RowsWithoutFinding();
  readonly #before: ReadonlySet<string>;

  constructor(previous: PreviousRun | null) {
    this.#before = new Set(previous?.rows.map(entityKey));
  }

  add(draft: DraftRow): void {
    if (this.#isWithoutFinding(draft)) this.withoutFinding.add(draft);
    else this.kept.push(detachFromBlock(draft));
  }

  /** The first row is always kept, since it can give the reason why the detector as a whole is inconclusive. */
  #isWithoutFinding({ row, segment, recorded }: DraftRow): boolean {
    const isFound = isFlagged(row) || row.state !== null || segment !== undefined || recorded !== undefined;
    return !isFound && this.kept.length > 0 && !this.#before.has(entityKey(row));
  }
}

/** Computes the row's chart and breakdown now, so that the row does not keep their block in memory. */
function detachFromBlock(draft: DraftRow): DraftRow {
  const { breakdown } = draft;
  return {
    ...draft,
    series: compressResult(draft.series),
    ...(breakdown && { breakdown: compressResult(breakdown) }),
  };
}

function compressResult<T>(read: () => T): () => T {
  const result = read();
  if (result === null) return () => result;
  const bytes = compress(result);
  // The same value that was packed above.
  return () => decompress(bytes) as T;
}

type Ordered = { row: SubjectRow };
type Page = Buffer;

const rowsPerRun = 8_192;
const rowsPerPage = 256;

/**
 * One detector's rows without a finding, which are nearly all rows of a large project. They are kept as packed runs, each
 * sorted in file order, and unpacked one page at a time.
 */
export class RowsWithoutFinding implements CountedRows {
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
    for (const { row } of mergeRuns(this.#runs))
      yield { row, finding: null, series: null, cause: null, segment: null, breakdown: null };
  }

  #pack(): void {
    const sorted = inFileOrder(this.#waiting);
    this.#waiting = [];
    const run: Page[] = [];
    for (let from = 0; from < sorted.length; from += rowsPerPage)
      run.push(compress(sorted.slice(from, from + rowsPerPage).map(({ row }) => cellsOf(row))));
    if (run.length > 0) this.#runs.push(run);
  }
}

/** Merges in halves, so that a row is compared log₂(runs) times. */
function mergeRuns(runs: readonly Page[][]): Iterable<Ordered> {
  if (runs.length <= 1) return rowsOf(runs[0] ?? []);
  const half = runs.length >> 1;
  return mergeSorted(mergeRuns(runs.slice(0, half)), mergeRuns(runs.slice(half)));
}

function* rowsOf(run: readonly Page[]): Generator<Ordered, void> {
  for (const page of run) for (const cells of decompress(page) as Cell[][]) yield { row: rowOf(cells) };
}

type Cell = SubjectRow[keyof SubjectRow];

const cellsOf = (row: SubjectRow): Cell[] => packedCells.map((cell) => row[cell]);

const packedCells = [...resultColumns, "subject"] as const;

function rowOf(cells: readonly Cell[]): SubjectRow {
  const row: Record<string, Cell> = {};
  packedCells.forEach((cell, place) => (row[cell] = cells[place]!));
  // The cells come from `cellsOf`, so every column is set with its own type.
  return row as SubjectRow;
}

/** Compresses plain data as JSON. Results are so alike that they shrink to about a tenth of their memory. */
const compress = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value), { level: 1 });

const decompress = (bytes: Buffer): unknown => JSON.parse(inflateRawSync(bytes).toString("utf8"));

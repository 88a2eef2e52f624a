import type { DistributionSeries } from "@contract/results";

export type ShareCell = DistributionSeries["cells"][number];
export type ShownCell = ShareCell & {
  /** What moved: 'biggest mover', 'appeared', 'vanished'; null for cells that stayed. */
  moved: string | null;
  /** In percentage points. */
  change: number;
};

/** Bars that fit a screen; smaller cells are added up. */
const mostCells = 12;
/** A cell that moved by less than this is no mover. */
const smallestMove = 0.02;
/** Below this share a cell counts as not there. */
const nothing = 0.002;

/**
 * The cells to draw, in the series' order, movers named: the one that moved most, those that appeared or
 * vanished, and others that moved at least a third as far. Small cells beyond the twelfth become one.
 */
export function shownCells({ cells, table }: DistributionSeries): ShownCell[] {
  const kept = merged(cells, table === "number");
  const largest = Math.max(0, ...kept.map((cell) => Math.abs(cell.after - cell.before)));
  return kept.map((cell) => {
    const move = cell.after - cell.before;
    return { ...cell, change: move * 100, moved: wordOf(cell, move, largest) };
  });
}

function wordOf({ before, after }: ShareCell, move: number, largest: number): string | null {
  const size = Math.abs(move);
  if (size < smallestMove || size < largest / 3) return null;
  if (before < nothing) return "appeared";
  if (after < nothing) return "vanished";
  return size === largest ? "biggest mover" : "moved";
}

/** Keeps the largest cells in place and adds up the rest; bins of numbers keep their order and are all shown. */
function merged(cells: readonly ShareCell[], isOrdered: boolean): readonly ShareCell[] {
  if (cells.length <= mostCells || isOrdered) return cells;
  const size = (cell: ShareCell) => Math.max(cell.before, cell.after, Math.abs(cell.after - cell.before) * 2);
  const kept = new Set([...cells].sort((a, b) => size(b) - size(a)).slice(0, mostCells - 1));
  const rest = cells.filter((cell) => !kept.has(cell));
  const sum = (of: (cell: ShareCell) => number) => rest.reduce((total, cell) => total + of(cell), 0);
  return [
    ...cells.filter((cell) => kept.has(cell)),
    {
      label: `${rest.length} more values`,
      before: sum((cell) => cell.before),
      after: sum((cell) => cell.after),
    },
  ];
}

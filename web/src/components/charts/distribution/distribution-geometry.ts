import type { DistributionSeries } from "@contract/results";

type ShareCell = DistributionSeries["cells"][number];
export type ShownCell = ShareCell & {
  /** How the share changed: 'biggest change', 'changed', 'appeared', 'vanished'; null if it is stable. */
  moved: string | null;
  /** In percentage points. */
  change: number;
};

/** The most bars that fit on a screen; smaller cells are combined. */
const maxCells = 12;
/** A share that changed by less than this counts as stable. */
const minMove = 0.02;
/** A share below this counts as absent. */
const nothing = 0.002;

/**
 * The cells to draw, in the series' order. Labels the cell that changed most, those that appeared or
 * vanished, and others that changed at least a third as much. Beyond twelve cells, the small ones are
 * combined into one.
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
  if (size < minMove || size < largest / 3) return null;
  if (before < nothing) return "appeared";
  if (after < nothing) return "vanished";
  return size === largest ? "biggest change" : "changed";
}

/**
 * Keeps the largest cells in place and combines the rest. Bins of numbers keep their order and are all shown.
 */
function merged(cells: readonly ShareCell[], isOrdered: boolean): readonly ShareCell[] {
  if (cells.length <= maxCells || isOrdered) return cells;
  const size = (cell: ShareCell) => Math.max(cell.before, cell.after, Math.abs(cell.after - cell.before) * 2);
  const kept = new Set([...cells].sort((a, b) => size(b) - size(a)).slice(0, maxCells - 1));
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

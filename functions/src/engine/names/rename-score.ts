import { groupBy } from "../../common/group-by.js";
import { nameSimilarity } from "./similar-names.js";

/**
 * Evidence that one name took over from another, in natural log-odds. Fitted by hand to the simulation in
 * `find-renames.simulation.test.ts`; names alone never decide.
 */
export type Evidence = {
  /** Volume that the new name gained by volume that the old one lost. */
  ratio: number;
  /** Share of its expected volume that the old name lost, 0–1. */
  lost: number;
  /** Days between the old name's fall and the new name's first day, 0 if on the same day. */
  gap: number;
  /** Likeness of what the names carry (properties or values), 0–1; null if that can't be told. */
  content: number | null;
};

export function renameScore(from: string, to: string, { ratio, lost, gap, content }: Evidence): number {
  const volume = 1.2 - 1.1 * Math.abs(Math.log2(Math.max(ratio, 1e-3)));
  const similarity = nameSimilarity(from, to);
  const isAlikeInNothingElse = content !== null && content < 0.35 && similarity < 0.9;
  return (
    (content === null ? -0.5 : 6 * content - 3) +
    Math.max(volume, -4) +
    (4 * similarity - 0.6) +
    (isAlikeInNothingElse ? -1 : 0) +
    (gap === 0 ? 1 : -1.5 * gap) +
    (lost > 0.95 ? 0.5 : 0)
  );
}

/** From this score on, a pair is a rename. */
const renameScoreLimit = 2.2;

/** How much better than any other pair of the same names a rename must be; otherwise nothing is said. */
const renameMargin = 1;

export type ScoredPair = { from: string; to: string; score: number };

/** The pairs that are renames: best first, each name once, and none that another pair rivals. */
export function bestPairs<Pair extends ScoredPair>(pairs: readonly Pair[]): Pair[] {
  const sorted = [...pairs].sort((a, b) => b.score - a.score);
  const [byFrom, byTo] = [groupBy(sorted, (pair) => pair.from), groupBy(sorted, (pair) => pair.to)];
  const [from, to] = [new Set<string>(), new Set<string>()];
  const best: Pair[] = [];
  for (const pair of sorted) {
    if (pair.score < renameScoreLimit) break;
    if (from.has(pair.from) || to.has(pair.to)) continue;
    from.add(pair.from);
    to.add(pair.to);
    const rivals = [
      ...byFrom.get(pair.from)!.filter((other) => !to.has(other.to)),
      ...byTo.get(pair.to)!.filter((other) => !from.has(other.from)),
    ];
    if (!rivals.some(({ score }) => score > pair.score - renameMargin)) best.push(pair);
  }
  return best;
}

type Move = { label: string; change: number };

/**
 * Finds a value that became less common and one that became more common and differs from it only in upper and lower
 * case. Such values are different, but the change is easily overlooked.
 * @returns the pair, or null if there is none
 */
export function caseChange<T extends Move>(moves: readonly T[]): readonly [less: T, more: T] | null {
  for (const less of moves.filter(({ change }) => change < 0)) {
    const more = moves.find(
      ({ label, change }) => change > 0 && label.toLowerCase() === less.label.toLowerCase(),
    );
    if (more) return [less, more];
  }
  return null;
}

/** Follows the shares of the two values. */
export const caseChangeText = ", the same value in another case";

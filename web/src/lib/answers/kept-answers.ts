/** An answer that the API gave, under its entity tag. */
type KeptAnswer = { tag: string; data: unknown };

/** Larger answers are read once; what is polled is small. */
const longestBody = 200_000;
const mostAnswers = 50;
const kept = new Map<string, KeptAnswer>();

/**
 * The answers to the last reads, so that one that has not changed is neither sent nor parsed again. The API compares:
 * what is kept is only shown when a new answer to the same caller would be the same.
 */
export const keptAnswer = (address: string): KeptAnswer | undefined => kept.get(address);

export function keepAnswer(
  address: string,
  tag: string | null,
  { body, data }: { body: string; data: unknown },
): void {
  kept.delete(address);
  if (tag === null || body.length > longestBody) return;
  kept.set(address, { tag, data });
  if (kept.size > mostAnswers) kept.delete(kept.keys().next().value!);
}

/** For when the person changes. */
export const forgetAnswers = (): void => kept.clear();

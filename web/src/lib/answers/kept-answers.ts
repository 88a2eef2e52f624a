/** A cached API answer and its entity tag. */
type KeptAnswer = { tag: string; data: unknown };

/** In characters. Larger answers are not kept: they are rarely read twice, and polled answers are small. */
const longestBody = 200_000;
const mostAnswers = 50;
const kept = new Map<string, KeptAnswer>();

/**
 * Returns the kept answer to a recent read, so that an unchanged answer is neither sent nor parsed again. The
 * API compares entity tags: a kept answer is only used if a new answer to the same caller would be identical.
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

/** Called when the signed-in user changes. */
export const forgetAnswers = (): void => kept.clear();

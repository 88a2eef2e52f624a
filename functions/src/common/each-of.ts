/**
 * Processes items, at most `concurrency` at a time. A failure is reported to `onFailure` and doesn't stop the others.
 * @returns the number of items that succeeded
 */
export async function eachOf<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
  onFailure: (item: T, error: unknown) => void,
): Promise<number> {
  let done = 0;
  const waiting = [...items].reverse();
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop())
      try {
        await work(item);
        done++;
      } catch (error) {
        onFailure(item, error);
      }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return done;
}

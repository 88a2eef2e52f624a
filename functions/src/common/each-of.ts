/**
 * Works on items a few at a time. One that fails is reported, and the others still have their turn.
 * @returns how many were done without failing
 */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
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
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return done;
}

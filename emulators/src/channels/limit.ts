/**
 * Counts uses by key.
 * @returns a function that is false for a use beyond `max` in the last `windowMs`
 */
export function limit(max: number, windowMs: number, now: () => number): (key?: string) => boolean {
  const uses = new Map<string, number[]>();
  return (key = "") => {
    const at = now();
    const recent = (uses.get(key) ?? []).filter((one) => one > at - windowMs);
    if (recent.length >= max) return false;
    uses.set(key, [...recent, at]);
    return true;
  };
}

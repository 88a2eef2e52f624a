/** Calls `make` on first use and returns the same value from then on. After a rejected promise, the next call tries again. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    if (made) return made.value;
    const current = { value: make() };
    made = current;
    if (current.value instanceof Promise)
      current.value.catch(() => {
        if (made === current) made = null;
      });
    return current.value;
  };
}

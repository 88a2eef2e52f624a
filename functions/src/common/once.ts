/** Calls `make` at the first use and gives the same value ever after; a rejected promise is forgotten and tried again. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    if (made) return made.value;
    const mine = { value: make() };
    made = mine;
    if (mine.value instanceof Promise)
      mine.value.catch(() => {
        if (made === mine) made = null;
      });
    return mine.value;
  };
}

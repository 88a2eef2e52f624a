const inputs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Whether the HTML came with this page's content (see `build/prerender.ts`). */
const isPrerendered = (): boolean =>
  typeof document !== "undefined" &&
  document.getElementById("root")?.dataset.page === window.location.pathname;

const firstInput = isPrerendered()
  ? new Promise<unknown>((resolve) => {
      for (const type of inputs)
        addEventListener(type, resolve, { once: true, capture: true, passive: true });
    })
  : Promise.resolve();

/**
 * Loads the code of parts that show the same without it: where the HTML came with them, with the first thing that a person
 * does, else at once.
 */
export const onFirstInput = async <T>(load: () => Promise<T>): Promise<T> => {
  await firstInput;
  return load();
};

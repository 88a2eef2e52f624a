const anything = ["pointermove", "pointerdown", "keydown", "focusin", "wheel", "scroll"] as const;
const repeated = ["click", "change"] as const;

/** How long a repeated input waits for its element's code, in milliseconds. */
const patienceMs = 10_000;

/**
 * Resolves with the first thing that somebody does on a page whose scripts have not run. What they do to a button or a field
 * before React has taken the element over is repeated afterwards.
 */
export function catchEarlyInput(): Promise<void> {
  return new Promise((resolve) => {
    const begin = () => {
      for (const type of anything) removeEventListener(type, begin, { capture: true });
      resolve();
    };
    for (const type of anything) addEventListener(type, begin, { capture: true, passive: true });
    // After React's own listeners, which take an element over for such an event where its code is there.
    for (const type of repeated)
      addEventListener(type, (event) => {
        begin();
        const repeat = repetitionOf(event);
        if (repeat && !isTakenOver(repeat.element)) whenTakenOver(repeat.element, repeat.run);
      });
  });
}

/** Links and native controls work by themselves. */
function repetitionOf({ type, target }: Event): { element: Element; run: () => void } | null {
  if (!(target instanceof Element)) return null;
  if (type === "click") {
    const button = target.closest("button");
    return button && { element: button, run: () => button.click() };
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return null;
  const { value } = target;
  return {
    element: target,
    run: () => {
      // The element's own setter is React's, which would take the value for one that it has set itself.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value")?.set?.call(target, value);
      for (const name of ["input", "change"]) target.dispatchEvent(new Event(name, { bubbles: true }));
    },
  };
}

/** React marks the elements that it has taken over, and has no other way to tell. */
const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith("__reactFiber$"));

function whenTakenOver(element: Element, run: () => void, until = performance.now() + patienceMs): void {
  if (isTakenOver(element)) run();
  else if (performance.now() < until) requestAnimationFrame(() => whenTakenOver(element, run, until));
}

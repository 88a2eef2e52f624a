import { useEffectEvent, useLayoutEffect } from "react";

/** Calls the function for every key pressed on the page, except in fields. */
export function useKeyPress(onPress: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isTyping(event.target)) onPress(event);
  });
  // React may run other effects after the screen is painted, and keys pressed in between would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type='checkbox'], [type='radio']), textarea, select") !== null;

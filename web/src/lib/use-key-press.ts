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

/** Whether a key isn't for something else: no modifier is held, and no dialog or menu is open. */
export const isShortcut = ({ ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || defaultPrevented) &&
  !document.querySelector("[role='dialog'], [role='alertdialog'], [role='menu']");

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Calls the function for a pressed key that is a shortcut, unless the user is typing. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeyPress((event) => {
    const action = shortcuts[event.key];
    if (!action || !isShortcut(event)) return;
    event.preventDefault();
    action();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest("input:not([type='checkbox'], [type='radio']), textarea, select") !== null;

/** Focuses the page's filter field. */
export const focusFilter = (): void =>
  document.querySelector<HTMLElement>("main input[type='search']")?.focus();

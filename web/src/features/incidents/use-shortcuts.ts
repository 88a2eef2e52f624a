import { useEffect, useRef } from "react";
import { isTyping } from "@/lib/is-typing";

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Calls the function of a pressed key, unless somebody is typing, a dialog is open or a modifier is held. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("[role='dialog'], [role='alertdialog']")) return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Moves the focus to a field by its name, so that arrow keys choose in it. */
export const focusField = (name: string): void =>
  document.querySelector<HTMLElement>(`main [aria-label="${name}"]`)?.focus();

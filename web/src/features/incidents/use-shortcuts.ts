import { useEffect, useRef } from "react";
import { isTyping } from "@/lib/is-typing";

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Calls the function for a pressed key, unless the user is typing, a dialog or menu is open or a modifier is held. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (
        isTyping(event.target) ||
        document.querySelector("[role='dialog'], [role='alertdialog'], [role='menu']")
      )
        return;
      const action = latest.current[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

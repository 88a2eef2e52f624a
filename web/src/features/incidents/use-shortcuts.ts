import { useKeyPress } from "@/lib/use-key-press";

type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Calls the function for a pressed key, unless the user is typing, a dialog or menu is open or a modifier is held. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useKeyPress((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("[role='dialog'], [role='alertdialog'], [role='menu']")) return;
    const action = shortcuts[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

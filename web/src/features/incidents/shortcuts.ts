import { useKeyPress } from "@/lib/use-key-press";
const always = [
  ["a", "Acknowledge"],
  ["i", "Assign"],
  ["m", "Mute"],
  ["e", "Close"],
] as const;

export const listShortcuts = [
  ["j", "Next incident"],
  ["k", "Previous incident"],
  ["Enter", "Open the incident"],
  ["Right arrow", "Expand the group"],
  ["Left arrow", "Collapse the group"],
  ["x", "Select the incident"],
  ["Shift X", "Select a range"],
  ...always,
  ["Ctrl Z", "Undo"],
  ["Escape", "Clear selection"],
  ["/", "Filter"],
  ["?", "Show these shortcuts"],
] as const;

export const pageShortcuts = [
  ...always,
  ["c", "Comment"],
  ["Ctrl Z", "Undo"],
  ["j", "Next incident"],
  ["k", "Previous incident"],
  ["u", "Back"],
  ["?", "Show these shortcuts"],
] as const;

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

import type { NewName, NoticeState } from "@contract/names/names";
import { useState } from "react";
import { isShortcut, useKeyPress } from "@/lib/use-key-press";
import { decidable, type Decision } from "./decisions";

export const nameShortcuts = [
  ["j", "Next name"],
  ["k", "Previous name"],
  ["x", "Select the name"],
  ["Shift X", "Select a range"],
  ["a", "Approve"],
  ["i", "Ignore"],
  ["e", "Exclude"],
  ["u", "Undo a decision"],
  ["p", "Decide by pattern"],
  ["Enter", "Show what is known about the name"],
  ["?", "Show these shortcuts"],
] as const;

/** The first two are for viewers, too. */
export const nameHints = [
  ["j k", "move"],
  ["Enter", "open"],
  ["x", "select"],
  ["a", "approve"],
  ["i", "ignore"],
  ["e", "exclude"],
  ["p", "by pattern"],
] as const;

const decisionKeys: Record<string, Decision> = { a: "approved", i: "ignored", e: "excluded", u: "new" };

export const rowOf = ({ id }: NewName) => document.getElementById(`name-${id}`);

type NameKeys = {
  names: readonly NewName[];
  state: NoticeState;
  canDecide: boolean;
  /** The selected names, if any. */
  selected: readonly NewName[];
  /** Selects the names if `isSelected`; otherwise turns the selection of each around. */
  onSelect: (names: readonly NewName[], isSelected?: boolean) => void;
  onDecide: (names: readonly NewName[], decision: Decision) => void;
  onOpen: (name: NewName) => void;
  onPattern: () => void;
  onHelp: () => void;
};

/** Moves through the names and decides by keys. Returns the id of the current name. */
export function useNameKeys({
  names,
  state,
  canDecide,
  selected,
  onSelect,
  onDecide,
  onOpen,
  onPattern,
  onHelp,
}: NameKeys): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const [lastSelected, setLastSelected] = useState<string | null>(null);
  const moveTo = (name: NewName | undefined) => {
    if (!name) return;
    setCurrent(name.id);
    rowOf(name)?.scrollIntoView?.({ block: "nearest" });
  };
  useKeyPress((event) => {
    if (!isShortcut(event)) return;
    // A folded day's names aren't on screen, so no key may decide them.
    const shown = names.filter(rowOf);
    const place = shown.findIndex(({ id }) => id === current);
    const name = shown[place];
    const decision = decisionKeys[event.key];
    if (event.key === "j") moveTo(shown[place + 1] ?? shown.at(-1));
    else if (event.key === "k") moveTo(shown[place - 1] ?? shown[0]);
    else if (event.key === "?") onHelp();
    // On a button or link, Enter presses that.
    else if (event.key === "Enter" && name && document.activeElement === document.body) onOpen(name);
    else if (!canDecide) return;
    else if (event.key === "p") {
      event.preventDefault();
      onPattern();
    } else if ((event.key === "x" || event.key === "X") && name) {
      const from = shown.findIndex(({ id }) => id === lastSelected);
      setLastSelected(name.id);
      if (event.key === "x" || from < 0) return onSelect([name]);
      onSelect(shown.slice(Math.min(from, place), Math.max(from, place) + 1), true);
    } else if (decision) {
      const about = selected.length > 0 ? selected : name ? [name] : [];
      const possible = decidable(about, state, decision);
      if (possible.length === 0) return;
      onDecide(possible, decision);
      // The row disappears, so the next one takes its place.
      if (selected.length === 0) setCurrent((shown[place + 1] ?? shown[place - 1])?.id ?? null);
    }
  });
  return current;
}

import { useState, type KeyboardEvent } from "react";

/** The cursor's next position among `count` days or hours; null for keys that don't move it, "leave" for Escape. */
function moveCursor(key: string, current: number, count: number): number | "leave" | null {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, current - 1);
    case "ArrowRight":
      return Math.min(count - 1, current + 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return "leave";
    default:
      return null;
  }
}

/** The day that the readout shows by default: the last flagged day, else the last day. */
export function restingDay(days: readonly { isFlagged: boolean }[]): number {
  const flagged = days.findLastIndex(({ isFlagged }) => isFlagged);
  return flagged === -1 ? days.length - 1 : flagged;
}

/**
 * Returns the day or hour that the readout shows: the one under the pointer or chosen by keyboard, else `resting`.
 * `spoken` is the one to announce; moving the pointer announces nothing.
 */
export function usePlotCursor(count: number, resting: number) {
  const [active, setActive] = useState<number | null>(null);
  const [spoken, setSpoken] = useState<number | null>(null);
  const clamped = active === null ? null : Math.min(active, count - 1);
  return {
    active: clamped,
    shown: clamped ?? resting,
    spoken: spoken === null ? null : Math.min(spoken, count - 1),
    point: setActive,
    handlers: {
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const next = moveCursor(event.key, clamped ?? resting, count);
        if (next === null) return;
        event.preventDefault();
        if (next === "leave") return event.currentTarget.blur();
        setActive(next);
        setSpoken(next);
      },
      onFocus() {
        setActive((current) => current ?? resting);
      },
      onBlur() {
        setActive(null);
        setSpoken(null);
      },
      onPointerLeave() {
        setActive(null);
      },
    },
  };
}

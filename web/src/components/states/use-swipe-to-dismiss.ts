import { useState, type PointerEvent } from "react";

/** How far a toast has to be drawn aside before letting go of it dismisses it. */
const thresholdPx = 50;

/**
 * Lets a card be swiped away to the right: it follows the pointer, flies back when let go of too early, and
 * `onDismiss` is called from 50 px on. Presses on its controls stay what they are.
 */
export function useSwipeToDismiss(onDismiss: () => void) {
  const [startX, setStartX] = useState<number | null>(null);
  const [offsetPx, setOffset] = useState(0);
  const stop = () => {
    setStartX(null);
    setOffset(0);
  };
  return {
    offsetPx,
    isSwiping: startX !== null,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button > 0 || (event.target as Element).closest("button, a")) return;
        // Without the capture a quick swipe would leave the card behind.
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setStartX(event.clientX);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (startX !== null) setOffset(Math.max(0, event.clientX - startX));
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        if (startX !== null && event.clientX - startX >= thresholdPx) onDismiss();
        stop();
      },
      onPointerCancel: stop,
    },
  };
}

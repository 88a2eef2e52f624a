import { useState, type PointerEvent } from "react";

/** How far a toast has to be dragged sideways to be dismissed on release. */
const thresholdPx = 50;

/**
 * Lets a card be swiped away to the right. It follows the pointer, snaps back if released too early, and
 * calls `onDismiss` if released at 50 px or more. Its buttons and links work as usual.
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
        // Without the capture, the pointer would leave the card behind on a quick swipe.
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

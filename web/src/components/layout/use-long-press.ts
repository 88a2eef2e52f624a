import { type MouseEvent, type PointerEvent, useRef } from "react";

/** For checkboxes that phones show only once something is selected, which a long press does. */
export const hiddenOnPhones = { smDown: { "&:not(:focus-visible)": { srOnly: true } } };

const longMs = 500;
/** A finger that moves further than this is scrolling. */
const slackPx = 10;

/** Event handlers for an element with a long press. The click that ends a long press is swallowed. */
export function useLongPress(onLongPress: (() => void) | undefined) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(null);
  const isDone = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  if (!onLongPress) return {};
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      end();
      isDone.current = false;
      if (button !== 0) return;
      const timer = setTimeout(() => {
        isDone.current = true;
        end();
        onLongPress();
      }, longMs);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x = clientX, y = clientY } = press.current ?? {};
      if (Math.hypot(clientX - x, clientY - y) > slackPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onClickCapture: (event: MouseEvent) => {
      if (!isDone.current) return;
      isDone.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      if (press.current || isDone.current) event.preventDefault();
    },
    onDragStart: (event: MouseEvent) => event.preventDefault(),
  };
}

import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** An element's current width in CSS pixels. Charts are drawn at their real size so that text stays sharp. */
export function useWidth<E extends HTMLElement>(initial: number): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth } = element;
      if (clientWidth > 0) setWidth(clientWidth);
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/**
 * Style of a chart. A chart whose width is not measured yet, as in prerendered pages, shrinks to the
 * available width.
 */
export const drawing = { display: "block", maxWidth: "100%" } as const;

/** Below this width charts show fewer days and shorter labels. */
export const narrowBelow = 520;

import { useEffect, useRef, type RefObject } from "react";

/**
 * When new content replaces old (`key` changes), scrolls to the top and moves the focus to the returned
 * element, so that keyboard and screen reader users start there too. The focus stays if it is already inside
 * the element, which needs `tabIndex={-1}`.
 */
export function useResetFocus<E extends HTMLElement>(key: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const previous = useRef(key);
  useEffect(() => {
    if (previous.current === key) return;
    previous.current = key;
    window.scrollTo(0, 0);
    const focused = document.activeElement;
    if (!element.current?.contains(focused)) element.current?.focus({ preventScroll: true });
    else focused?.scrollIntoView?.({ block: "nearest" });
  }, [key]);
  return element;
}

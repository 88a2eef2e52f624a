import { useEffect, useRef, type RefObject } from "react";

/**
 * What takes the place of something else (`key` changes) begins at its top, for the keyboard and screen readers too;
 * where it has taken the focus itself, that stays. The element needs `tabIndex={-1}`.
 */
export function useResetFocus<E extends HTMLElement>(key: unknown): RefObject<E | null> {
  const element = useRef<E>(null);
  const previous = useRef(key);
  useEffect(() => {
    if (previous.current === key) return;
    previous.current = key;
    window.scrollTo(0, 0);
    if (!element.current?.contains(document.activeElement)) element.current?.focus({ preventScroll: true });
  }, [key]);
  return element;
}

import { useEffect, useRef, type RefObject } from "react";

/**
 * Keeps the focus in a list whose rows can be removed: it goes to the last button of the row that takes the removed one's
 * place, or to the heading if none is left. Each row has its id in `data-row`; whoever removes one says so first.
 */
export function useRowFocus<E extends HTMLElement>(): [
  list: RefObject<E | null>,
  onRemove: (id: string) => void,
] {
  const list = useRef<E>(null);
  const removed = useRef<{ id: string; place: number }>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  useEffect(() => {
    const left = rows();
    if (!removed.current || left.some(({ dataset }) => dataset.row === removed.current?.id)) return;
    const row = left[removed.current.place] ?? left.at(-1);
    removed.current = null;
    // Unless the person has gone on to something else; the question before may still be closing.
    if (document.activeElement !== document.body && !document.activeElement?.closest("[role=alertdialog]"))
      return;
    const heading = (list.current?.closest("section") ?? document).querySelector<HTMLElement>("main h1, h2");
    heading?.setAttribute("tabindex", "-1");
    ([...(row?.querySelectorAll("button") ?? [])].at(-1) ?? heading)?.focus();
  });
  const onRemove = (id: string) => {
    removed.current = { id, place: rows().findIndex(({ dataset }) => dataset.row === id) };
  };
  return [list, onRemove];
}

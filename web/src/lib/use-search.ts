import { useLocation, useSearchParams } from "react-router-dom";
import type { OpenedFrom } from "@/config/opened-from";

/**
 * The query of the page's address, what sets a part of it (an empty text removes it), and what sets the whole. Parts are
 * filters and views: they make no entry in the history.
 */
export function useSearch() {
  const [search, setSearch] = useSearchParams();
  const set = (name: string, value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return [search, set, setSearch] as const;
}

/** The page that this one was opened from; null if it wasn't opened by a link that says so. */
export const useOpenedFrom = (): OpenedFrom | null => useLocation().state as OpenedFrom | null;

/** This page with its filters, as what a page that is opened from it leads back to. */
export function useThisPage(label: string): OpenedFrom {
  const { pathname, search } = useLocation();
  return { label, to: pathname + search };
}

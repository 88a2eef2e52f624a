import { useDeferredValue, useMemo, useState } from "react";

/**
 * A long list with a search and a limit that grows page by page.
 * @param match returns what matches a lower-case query; '' matches everything. Must be the same function at
 * every render.
 */
export function useFilteredList<Item, Match>(
  items: readonly Item[],
  match: (items: readonly Item[], query: string) => readonly Match[],
  pageSize: number,
) {
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const query = useDeferredValue(search.trim().toLowerCase());
  const matches = useMemo(() => match(items, query), [items, match, query]);
  return {
    search,
    query,
    setSearch: (text: string) => {
      setSearch(text);
      setLimit(pageSize);
    },
    /** All matches, including those on later pages. */
    matches,
    shown: matches.slice(0, limit),
    /** How many the next page holds. */
    nextCount: Math.max(0, Math.min(pageSize, matches.length - limit)),
    showMore: () => setLimit(limit + pageSize),
  };
}

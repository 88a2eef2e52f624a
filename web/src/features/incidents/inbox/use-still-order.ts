import type { Incident } from "@contract/incidents";
import { useState } from "react";

/**
 * Keeps the rows of a tab where they were first shown, whatever arrives later: another order under a person's hands
 * makes them act on the wrong incident. What wasn't there before comes last; what leaves and returns keeps its place.
 * @param tab the rows of another tab are ordered anew
 * @param sorted all incidents of the tab, the most important one first
 */
export function useStillOrder(tab: string, sorted: readonly Incident[]) {
  const [shown, setShown] = useState<{ tab: string; ids: readonly string[] }>({ tab, ids: [] });
  const known = shown.tab === tab ? shown.ids : [];
  const added = sorted.filter(({ id }) => !known.includes(id)).map(({ id }) => id);
  const ids = added.length > 0 ? [...known, ...added] : known;
  if (ids !== shown.ids) setShown({ tab, ids });
  const places = new Map(ids.map((id, place) => [id, place]));
  return {
    ordered: [...sorted].sort((a, b) => places.get(a.id)! - places.get(b.id)!),
    /** Orders the rows anew, for example once a person asks for new ones. */
    reorder: () => setShown({ tab, ids: [] }),
  };
}

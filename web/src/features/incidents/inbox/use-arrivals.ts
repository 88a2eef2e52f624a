import type { Incident } from "@contract/incidents";
import { sortKeyOf } from "@contract/incidents/rank";
import { useState } from "react";

/** The server's pages go through open incidents in this order. */
const placeOf = (incident: Incident): string => `${sortKeyOf(incident)} ${incident.id}`;

/**
 * Holds back incidents that open while the list is on screen until the user asks for them, so that rows don't
 * move while someone is working.
 * @param loaded all loaded incidents; undefined during the first load
 * @param isUpToDate false while they are being reloaded
 * @param isComplete false if there are less important ones on the server
 */
export function useArrivals(
  loaded: readonly Incident[] | undefined,
  { isUpToDate, isComplete }: { isUpToDate: boolean; isComplete: boolean },
) {
  /** Null until the list is up to date. `until`: when the newest opened. `end`: the last place loaded; null if that was all. */
  const [shown, setShown] = useState<{ until: string; end: string | null; ids: ReadonlySet<string> } | null>(
    null,
  );
  const show = () => {
    const all = loaded ?? [];
    setShown({
      until: all.map(({ createdAt }) => createdAt).reduce((a, b) => (a > b ? a : b), ""),
      end: isComplete ? null : (all.map(placeOf).sort().at(-1) ?? null),
      ids: new Set(all.map(({ id }) => id)),
    });
  };
  if (shown === null && loaded && isUpToDate) show();
  return {
    // The incidents of one run open at one time, and may be loaded while it is being recorded. Only those untouched
    // since they opened; a reopened one is not new.
    isArrival: (incident: Incident): boolean =>
      shown !== null &&
      !shown.ids.has(incident.id) &&
      incident.createdAt >= shown.until &&
      (shown.end === null || placeOf(incident) < shown.end) &&
      incident.updatedAt === incident.createdAt &&
      incident.status !== "closed",
    show,
  };
}

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

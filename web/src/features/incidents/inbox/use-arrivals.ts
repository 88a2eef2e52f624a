import type { Incident } from "@contract/incidents";
import { useState } from "react";

/**
 * Incidents that open while the list is on the screen wait until they are asked for, so that nothing moves under the hand.
 * @param loaded all that is loaded; undefined while it is loading for the first time
 * @param isUpToDate false while it is loaded again
 */
export function useArrivals(loaded: readonly Incident[] | undefined, isUpToDate: boolean) {
  /** When the newest one opened that is shown; null until the list is up to date. */
  const [shownUntil, setShownUntil] = useState<string | null>(null);
  const newest = (loaded ?? []).reduce(
    (latest, { createdAt }) => (createdAt > latest ? createdAt : latest),
    "",
  );
  if (shownUntil === null && loaded && isUpToDate) setShownUntil(newest);
  return {
    // Nobody has dealt with it yet: one that was reopened is no news.
    isArrival: ({ createdAt, updatedAt, status }: Incident): boolean =>
      shownUntil !== null && createdAt > shownUntil && updatedAt === createdAt && status !== "closed",
    show: () => setShownUntil(newest),
  };
}

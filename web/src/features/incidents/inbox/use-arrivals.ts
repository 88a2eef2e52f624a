import type { Incident } from "@contract/incidents";
import { useState } from "react";

/**
 * Holds back incidents that open while the list is on screen until the user asks for them, so that rows don't
 * move while someone is working.
 * @param loaded all loaded incidents; undefined during the first load
 * @param isUpToDate false while they are being reloaded
 */
export function useArrivals(loaded: readonly Incident[] | undefined, isUpToDate: boolean) {
  /** When the newest shown incident opened; null until the list is up to date. */
  const [shownUntil, setShownUntil] = useState<string | null>(null);
  const newest = (loaded ?? []).reduce(
    (latest, { createdAt }) => (createdAt > latest ? createdAt : latest),
    "",
  );
  if (shownUntil === null && loaded && isUpToDate) setShownUntil(newest);
  return {
    // Only incidents untouched since they opened; a reopened one is not new.
    isArrival: ({ createdAt, updatedAt, status }: Incident): boolean =>
      shownUntil !== null && createdAt > shownUntil && updatedAt === createdAt && status !== "closed",
    show: () => setShownUntil(newest),
  };
}

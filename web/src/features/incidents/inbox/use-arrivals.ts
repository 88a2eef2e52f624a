import type { Incident } from "@contract/incidents";
import { byImportance } from "@contract/incidents/rank";
import { useState } from "react";

/**
 * Holds back incidents that open while the list is on screen until the user asks for them, so that rows don't
 * move while someone is working.
 * @param loaded all loaded incidents; undefined during the first load
 * @param isUpToDate false while they are being reloaded
 * @param isComplete false if there are more on the server, which rank behind those loaded
 */
export function useArrivals(
  loaded: readonly Incident[] | undefined,
  { isUpToDate, isComplete }: { isUpToDate: boolean; isComplete: boolean },
) {
  /** Null until the list is up to date. `until`: when the newest incident opened. */
  const [shown, setShown] = useState<{
    until: string;
    ids: ReadonlySet<string>;
    last: Incident | undefined;
  } | null>(null);
  const newest = (loaded ?? []).reduce(
    (latest, { createdAt }) => (createdAt > latest ? createdAt : latest),
    "",
  );
  const show = () =>
    setShown({
      until: newest,
      ids: new Set(loaded?.map(({ id }) => id)),
      last: isComplete ? undefined : loaded?.toSorted(byImportance).at(-1),
    });
  if (shown === null && loaded && isUpToDate) show();
  /** The incidents of one run open at one time, and may be loaded while it is being recorded. */
  const isOfLatestRun = (incident: Incident): boolean =>
    incident.createdAt === shown?.until && !(shown.last && byImportance(incident, shown.last) > 0);
  return {
    // Only incidents untouched since they opened; a reopened one is not new.
    isArrival: (incident: Incident): boolean =>
      shown !== null &&
      !shown.ids.has(incident.id) &&
      (incident.createdAt > shown.until || isOfLatestRun(incident)) &&
      incident.updatedAt === incident.createdAt &&
      incident.status !== "closed",
    show,
  };
}

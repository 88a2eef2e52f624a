import { detectorOf, type DetectorKey } from "@contract/detectors";
import { createContext, use } from "react";
import { type FindUse, noUse, type UsedName } from "@/lib/find-use";

/** Of the connection that a report is about. */
export const UsesContext = createContext<FindUse>(noUse);
export const useFindUse = (): FindUse => use(UsesContext);

/** The name behind a finding; null for the number of profiles and for generated rows. */
export function nameOfFinding({
  detector,
  entity,
  parent,
}: {
  detector: DetectorKey;
  entity: string;
  parent: string | null;
}): UsedName | null {
  if (entity.startsWith("(")) return null;
  switch (detectorOf(detector).subject) {
    case "events":
      return { event: entity, property: null };
    case "event-properties":
      return parent === null ? null : { event: parent, property: entity };
    case "user-properties":
      return { event: null, property: entity };
    case "user-profiles":
      return null;
  }
}

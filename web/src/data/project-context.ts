import { queryOptions, useQuery } from "@tanstack/react-query";
import { isNamed, namesOf } from "@contract/findings/finding";
import type { Incident } from "@contract/incidents";
import { usersText, type Uses, type UseSummary } from "@contract/integrations/project-context";
import { useMemo } from "react";
import { type FindUse, noUse } from "@/lib/find-use";
import { callApi } from "@/lib/api-client";
import { keys } from "./keys";

/** The server reads this from Mixpanel once a day. */
const staleTime = 5 * 60_000;

/** What uses the incident's event or property, and what changed near its first day. */
export const incidentContextQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.uses, "incident", id],
    queryFn: () => callApi("getIncidentContext", { params: { id } }),
    staleTime,
  });

/** The uses of all names in a connection's project. */
export const usesQuery = (connectionId: string) =>
  queryOptions({
    queryKey: [...keys.uses, connectionId],
    queryFn: () => callApi("listUses", { params: { id: connectionId } }),
    staleTime,
  });

/**
 * Returns a function that finds what uses a name of a connection's project. It finds nothing while the data
 * is loading or if it can't be loaded.
 */
export function useUses(connectionId: string | undefined): FindUse {
  const uses = useQuery({ ...usesQuery(connectionId ?? ""), enabled: connectionId !== undefined });
  return useMemo(() => (uses.data ? finderOf(uses.data) : noUse), [uses.data]);
}

/** Who uses an incident's event or property in Mixpanel; the text is empty while that is unknown. */
export function useIncidentUse({ connectionId, subject }: Pick<Incident, "connectionId" | "subject">): {
  use: UseSummary | null;
  text: string;
} {
  const findUse = useUses(connectionId);
  if (!isNamed(subject)) return { use: null, text: "" };
  const use = findUse(namesOf(subject));
  // Lines break only between the kinds.
  if (use) return { use, text: usersText(use).replace(/(\d) /g, "$1\u00a0") };
  return { use, text: findUse.isComplete ? "Not used" : "" };
}

function finderOf({ readAt, isComplete, events, eventProperties, userProperties }: Uses): FindUse {
  const ofEvent = new Map(events.map(({ event, use }) => [event, use]));
  const ofProperty = new Map(
    eventProperties.map(({ event, property, use }) => [keyOf(event, property), use]),
  );
  const ofUser = new Map(userProperties.map(({ property, use }) => [property, use]));
  const find: FindUse = ({ event, property }) =>
    (property === null
      ? ofEvent.get(event ?? "")
      : event === null
        ? ofUser.get(property)
        : (ofProperty.get(keyOf(event, property)) ?? ofProperty.get(keyOf(null, property)))) ?? null;
  return Object.assign(find, { isComplete: readAt !== null && isComplete });
}

const keyOf = (event: string | null, property: string): string => JSON.stringify([event, property]);

import type { z } from "zod";
import type { changedIncidentsSchema, Incident, IncidentAction } from "../../contract/incidents.js";
import type { WorkspaceId } from "../../contract/workspaces.js";
import { eachOf } from "../../common/each-of.js";
import { notFound, raise } from "../../common/errors.js";
import { addMs, minuteMs, toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { enqueueAnnotations } from "../connections/enqueue-project-context.js";
import { type Actor, displayNameOf } from "../workspaces/actor.js";
import { listMembers } from "../workspaces/members.js";
import { applyAction, type By } from "./apply-action.js";
import { type IncidentRecord, type NewEntry, toIncident } from "./incident-record.js";

/** An incident after a person's action, and the timeline entries that the action added. */
export type ActedOn = { incident: IncidentRecord; entries: readonly NewEntry[] };

/** The member that the action assigns. An acknowledgement by a token assigns nobody, because a token isn't a person. */
function assigneeBy<P>(action: IncidentAction, actor: Actor, person: (uid: string) => P | null): P | null {
  if (action.kind === "acknowledge" && actor.token === null) return person(actor.uid);
  return action.kind === "assign" && action.uid !== null ? person(action.uid) : null;
}

/**
 * Applies one action to some incidents, each in its own transaction.
 * @param post reports the action where the incidents were reported
 * @throws AppError `not-found` when the assignee isn't a member, or when the only incident doesn't exist
 */
export async function changeIncidents(
  deps: Dependencies,
  actor: Actor,
  { ids, action }: { ids: readonly string[]; action: IncidentAction },
  post: (workspaceId: WorkspaceId, actedOn: readonly ActedOn[]) => Promise<void>,
): Promise<z.infer<typeof changedIncidentsSchema>> {
  const members = await listMembers(deps, actor.workspaceId);
  const person = (uid: string) => {
    const member = members.find((one) => one.uid === uid);
    return member ? { uid, name: member.displayName } : null;
  };
  const assignee = assigneeBy(action, actor, person);
  if (action.kind === "assign" && action.uid !== null && !assignee) throw notFound("member");
  const by: By = {
    actor: person(actor.uid) ?? { uid: actor.uid, name: displayNameOf(actor) },
    at: toInstant(deps.clock.now()),
    assignee,
  };
  const actedOn: ActedOn[] = [];
  const answer: z.infer<typeof changedIncidentsSchema> = { incidents: [], refused: [] };
  await eachOf(
    [...new Set(ids)],
    10,
    async (id) => {
      let refusal: string | null = null;
      let entries: readonly NewEntry[] = [];
      const after = await deps.incidents.change(actor.workspaceId, id, (before) => {
        const change = before && applyAction(before, action, by);
        refusal = typeof change === "string" ? change : null;
        const made = typeof change === "string" ? null : change;
        entries = (made?.entries ?? []).map((entry) => ({ ...entry, ...(actor.via && { via: actor.via }) }));
        return made && { ...made, entries };
      });
      if (!after && ids.length === 1) throw notFound("incident");
      if (!after) answer.refused.push({ id, userMessage: "This incident no longer exists." });
      else if (refusal !== null) answer.refused.push({ id, userMessage: refusal });
      else {
        answer.incidents.push(toIncident(after));
        if (entries.length > 0) actedOn.push({ incident: after, entries });
      }
    },
    (_id, error) => raise(error as Error),
  );
  await post(actor.workspaceId, actedOn);
  if (action.kind === "close" || action.kind === "reopen" || action.kind === "mute")
    await askForAnnotations(deps, actor.workspaceId, answer.incidents);
  return answer;
}

/** Updates Mixpanel a minute later, since an action may be undone right away. */
async function askForAnnotations(
  deps: Pick<Dependencies, "connections" | "queue" | "clock" | "logger">,
  workspaceId: WorkspaceId,
  incidents: readonly Incident[],
): Promise<void> {
  const notBefore = addMs(deps.clock.now(), minuteMs);
  const occasion = toInstant(notBefore).replace(/\D/g, "").slice(0, 12);
  for (const id of new Set(incidents.map(({ connectionId }) => connectionId))) {
    const connection = await deps.connections.find(workspaceId, id);
    if (connection) await enqueueAnnotations(deps, workspaceId, connection, { occasion, notBefore });
  }
}

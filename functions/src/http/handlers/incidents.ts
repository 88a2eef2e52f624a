import { notFound, raise } from "../../common/errors.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { planActivity } from "../../features/channels/plan-activity.js";
import { getHome } from "../../features/home/get-home.js";
import { changeIncidents } from "../../features/incidents/change-incidents.js";
import { listIncidents } from "../../features/incidents/list-incidents.js";
import { toIncident } from "../../features/incidents/incident-record.js";
import { incidentContext } from "../../features/project-context/incident-context.js";
import { recordRelease } from "../../features/releases/record-release.js";
import { listUses, whoUses } from "../../features/project-context/who-uses.js";
import { recordAudit } from "../../features/workspaces/audit.js";
import { type Handlers, page } from "../endpoint.js";

export const incidentHandlers = (deps: Dependencies) =>
  ({
    getHome: ({ actor }) => getHome(deps, actor.workspaceId),
    listIncidents: async ({ actor, query }) => {
      const { items, nextCursor } = await listIncidents(deps, actor.workspaceId, query);
      return page({ items: items.map(toIncident), nextCursor });
    },
    countIncidents: ({ actor }) => deps.incidents.counts(actor.workspaceId),
    getIncident: async ({ actor, params: { id } }) => {
      const incident = (await deps.incidents.find(actor.workspaceId, id)) ?? raise(notFound("incident"));
      return { ...toIncident(incident), timeline: await deps.incidents.timeline(actor.workspaceId, id) };
    },
    getIncidentContext: ({ actor, params: { id } }) => incidentContext(deps, actor.workspaceId, id),
    listUses: ({ actor, params: { id } }) => listUses(deps, actor.workspaceId, id),
    whoUses: ({ actor, params: { id }, query }) => whoUses(deps, actor.workspaceId, id, query),
    listAnnotations: async ({ actor, params: { id } }) => {
      const connection = await deps.connections.get(actor.workspaceId, id);
      return (await deps.incidents.annotated(actor.workspaceId, connection.id)).map(toIncident);
    },
    changeIncidents: ({ actor, body }) =>
      changeIncidents(deps, actor, body, (workspaceId, actedOn) => planActivity(deps, workspaceId, actedOn)),
    listReleases: async ({ actor, query }) => page(await deps.releases.list(actor.workspaceId, query)),
    recordRelease: async ({ actor, body }) => {
      const { release, isNew } = await recordRelease(deps, actor.workspaceId, body);
      if (isNew) await recordAudit(deps, actor, "release.recorded", release.version);
      return release;
    },
    deleteRelease: async ({ actor, params }) => {
      const { version } = await deps.releases.delete(actor.workspaceId, params.id);
      await recordAudit(deps, actor, "release.deleted", version);
    },
  }) satisfies Partial<Handlers>;

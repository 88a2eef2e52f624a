import { z } from "zod";
import { pageQuerySchema } from "../common.js";
import { homeSchema } from "../home.js";
import * as incidents from "../incidents.js";
import * as projectContext from "../integrations/project-context.js";
import { createReleaseSchema, releaseSchema } from "../integrations/releases.js";
import { del, get, post, type Endpoints } from "./endpoint.js";

export const incidentsEndpoints = {
  getHome: get("viewer", "/api/v1/home", {
    summary:
      "The state of the data: each connection's last 28 days and open incidents, worst connection first.",
    scope: "read",
    response: homeSchema,
  }),
  listIncidents: get("viewer", "/api/v1/incidents", {
    summary: "Problems that the checks have found, the most important first; closed ones newest first.",
    scope: "read",
    query: incidents.incidentQuerySchema,
    response: z.array(incidents.incidentSchema),
  }),
  countIncidents: get("viewer", "/api/v1/incident-counts", {
    summary: "Number of incidents with each status.",
    response: incidents.incidentCountsSchema,
  }),
  getIncident: get("viewer", "/api/v1/incidents/:id", {
    summary: "One incident with its timeline.",
    scope: "read",
    response: incidents.incidentDetailSchema,
  }),
  getIncidentContext: get("viewer", "/api/v1/incidents/:id/context", {
    summary: "What uses an incident's event or property, and what changed near its first bad day.",
    scope: "read",
    response: projectContext.incidentContextSchema,
  }),
  listUses: get("viewer", "/api/v1/mixpanel/connections/:id/uses", {
    summary: "Events and properties used by the project's dashboards, reports, cohorts or alerts.",
    response: projectContext.usesSchema,
  }),
  whoUses: get("viewer", "/api/v1/mixpanel/connections/:id/who-uses", {
    summary: "Dashboards, reports, cohorts and alerts that use an event or a property, most viewed first.",
    scope: "read",
    query: projectContext.whoUsesQuerySchema,
    response: projectContext.whoUsesSchema,
  }),
  listAnnotations: get("viewer", "/api/v1/mixpanel/connections/:id/annotations", {
    summary: "Incidents with an annotation that changes later runs, in no particular order.",
    response: z.array(incidents.incidentSchema),
  }),
  changeIncidents: post("editor", "/api/v1/incidents/actions", {
    summary: "Acknowledges, assigns, mutes, closes, reopens or comments on incidents.",
    needsVerifiedEmail: false,
    scope: "triage",
    body: incidents.changeIncidentsSchema,
    response: incidents.changedIncidentsSchema,
  }),
  listReleases: get("viewer", "/api/v1/releases", {
    summary: "Releases of the last 400 days, most recently recorded first.",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(releaseSchema),
  }),
  recordRelease: post("editor", "/api/v1/releases", {
    summary: "Records a release of your product; repeating the call returns the same release.",
    needsVerifiedEmail: false,
    scope: "triage",
    body: createReleaseSchema,
    response: releaseSchema,
    status: 201,
  }),
  deleteRelease: del("editor", "/api/v1/releases/:id", {
    summary: "Deletes a release.",
    needsVerifiedEmail: false,
    scope: "triage",
  }),
} as const satisfies Endpoints;

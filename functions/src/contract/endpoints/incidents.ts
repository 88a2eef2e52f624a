import { z } from "zod";
import { pageQuerySchema } from "../common.js";
import { homeSchema } from "../home.js";
import {
  changedIncidentsSchema,
  changeIncidentsSchema,
  incidentCountsSchema,
  incidentDetailSchema,
  incidentQuerySchema,
  incidentSchema,
} from "../incidents.js";
import {
  incidentContextSchema,
  usesSchema,
  whoUsesQuerySchema,
  whoUsesSchema,
} from "../integrations/project-context.js";
import { createReleaseSchema, releaseSchema } from "../integrations/releases.js";
import { del, get, noContent, post, type Endpoints } from "./endpoint.js";

export const incidentsEndpoints = {
  getHome: {
    ...get("/api/v1/home"),
    summary:
      "The state of the data: each connection's last 28 days and open incidents, worst connection first.",
    access: "viewer",
    scope: "read",
    response: homeSchema,
  },
  listIncidents: {
    ...get("/api/v1/incidents"),
    summary: "Problems that the checks have found, newest first.",
    access: "viewer",
    scope: "read",
    query: incidentQuerySchema,
    response: z.array(incidentSchema),
  },
  countIncidents: {
    ...get("/api/v1/incident-counts"),
    summary: "Number of incidents with each status.",
    access: "viewer",
    response: incidentCountsSchema,
  },
  getIncident: {
    ...get("/api/v1/incidents/:id"),
    summary: "One incident with its timeline.",
    access: "viewer",
    scope: "read",
    response: incidentDetailSchema,
  },
  getIncidentContext: {
    ...get("/api/v1/incidents/:id/context"),
    summary: "What uses an incident's event or property, and what changed near its first bad day.",
    access: "viewer",
    scope: "read",
    response: incidentContextSchema,
  },
  listUses: {
    ...get("/api/v1/mixpanel/connections/:id/uses"),
    summary: "Events and properties used by the project's dashboards, reports, cohorts or alerts.",
    access: "viewer",
    response: usesSchema,
  },
  whoUses: {
    ...get("/api/v1/mixpanel/connections/:id/who-uses"),
    summary: "Dashboards, reports, cohorts and alerts that use an event or a property, most viewed first.",
    access: "viewer",
    scope: "read",
    query: whoUsesQuerySchema,
    response: whoUsesSchema,
  },
  listAnnotations: {
    ...get("/api/v1/mixpanel/connections/:id/annotations"),
    summary: "Incidents with an annotation that changes later runs, in no particular order.",
    access: "viewer",
    response: z.array(incidentSchema),
  },
  changeIncidents: {
    ...post("/api/v1/incidents/actions"),
    summary: "Acknowledges, assigns, mutes, closes, reopens or comments on incidents.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "triage",
    body: changeIncidentsSchema,
    response: changedIncidentsSchema,
  },
  listReleases: {
    ...get("/api/v1/releases"),
    summary: "Releases of the last 400 days, most recently recorded first.",
    access: "viewer",
    scope: "read",
    query: pageQuerySchema,
    response: z.array(releaseSchema),
  },
  recordRelease: {
    ...post("/api/v1/releases"),
    summary: "Records a release of your product; repeating the call returns the same release.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "triage",
    body: createReleaseSchema,
    response: releaseSchema,
    status: 201,
  },
  deleteRelease: {
    ...del("/api/v1/releases/:id"),
    summary: "Deletes a release.",
    access: "editor",
    needsVerifiedEmail: false,
    scope: "triage",
    ...noContent,
  },
} as const satisfies Endpoints;

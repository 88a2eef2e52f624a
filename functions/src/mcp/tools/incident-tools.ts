import { z } from "zod";
import { idSchema } from "../../contract/common.js";
import { incidentDetailSchema, incidentSchema } from "../../contract/incidents.js";
import { incidentContextSchema, whoUsesSchema } from "../../contract/integrations/project-context.js";
import { listInput, listOutput, partInput, partOf, readList } from "../list.js";
import { tool, ToolError } from "../tool.js";

const shownIncident = incidentSchema.omit({ mute: true });

const listIncidents = tool({
  name: "list_incidents",
  title: "Incidents",
  description:
    "Lists incidents, the most important first (severity, then use, then size), or closed ones, the newest first. An incident is one problem over time, whichever setup finds it, with its state according to the checks (`detectorState`) and what people have done (`status`, `assignee`).",
  input: z.object({
    closed: z.boolean().default(false).describe("List closed incidents instead of all others."),
    ...listInput(100, 20),
  }),
  output: z.object({ incidents: z.array(shownIncident), ...listOutput }),
  isReadOnly: true,
  run: async (call, { closed, ...page }) => {
    const { items, ...rest } = await readList(
      (query) => call.page("listIncidents", { query: { closed: String(closed), ...query } }),
      page,
    );
    return { incidents: items, ...rest };
  },
});

const explainIncident = tool({
  name: "explain_incident",
  title: "One incident",
  description:
    "Reads one incident with its latest finding, the run that found it, and its timeline, newest first: when it opened, got worse or recovered, and who did what. To recompute the finding, call check_verdict with `finding.runId`, `finding.detector`, `entity`, `parent`, and `since` and `until` (as `lastDay`) of `finding.found`.",
  input: z.object({ incidentId: idSchema.describe("From list_incidents."), ...partInput(100, 20) }),
  output: incidentDetailSchema.omit({ mute: true }).extend(listOutput),
  isReadOnly: true,
  run: async (call, { incidentId, ...page }) => {
    const incident = await call("getIncident", { params: { id: incidentId } });
    const { items, ...rest } = partOf(incident.timeline.toReversed(), page);
    return { ...incident, timeline: items, ...rest };
  },
});

const incidentContext = tool({
  name: "incident_context",
  title: "Usage and recent changes",
  description:
    "For one incident, lists the dashboards, reports, cohorts and alerts in Mixpanel that use its event or property, most viewed first, and what changed near its first bad day (releases, app versions, annotations, Lexicon, edits). A nearby change isn't necessarily the cause.",
  input: z.object({ incidentId: idSchema.describe("From list_incidents.") }),
  output: incidentContextSchema,
  isReadOnly: true,
  run: (call, { incidentId }) => call("getIncidentContext", { params: { id: incidentId } }),
});

const whoUses = tool({
  name: "who_uses",
  title: "Usage of an event or property",
  description:
    "Lists dashboards, reports, cohorts and alerts in Mixpanel that use an event, a property of an event (pass both), or a user property (pass only the property). `readAt` is null while Mixpanel hasn't been read. An empty list means that nothing uses it only if `isComplete` is true.",
  input: z.object({
    connectionId: idSchema.describe("From list_connections."),
    event: z.string().optional().describe("The event. If omitted, `property` is a user property."),
    property: z.string().optional().describe("The property. Omit it to ask about the event itself."),
  }),
  output: whoUsesSchema,
  isReadOnly: true,
  run: (call, { connectionId, ...query }) => call("whoUses", { params: { id: connectionId }, query }),
});

const acknowledgeIncident = tool({
  name: "acknowledge_incident",
  title: "Acknowledge an incident",
  description:
    "Acknowledges an incident for everybody in the workspace and, if you pass a comment, adds it to the timeline. The incident stays acknowledged until it gets worse or comes back; this doesn't assign it to anybody. Only do this when a person asks for it.",
  input: z.object({
    incidentId: idSchema.describe("From list_incidents."),
    comment: z.string().min(1).max(2_000).optional(),
  }),
  output: shownIncident,
  isReadOnly: false,
  run: async (call, { incidentId, comment }) => {
    const ids = [incidentId];
    const { incidents, refused } = await call("changeIncidents", {
      body: { ids, action: { kind: "acknowledge" } },
    });
    if (refused[0]) throw new ToolError(refused[0].userMessage);
    if (comment === undefined) return incidents[0]!;
    const commented = await call("changeIncidents", {
      body: { ids, action: { kind: "comment", text: comment } },
    });
    if (commented.refused[0])
      throw new ToolError(`Acknowledged, but the comment was not added: ${commented.refused[0].userMessage}`);
    return commented.incidents[0]!;
  },
});

export const incidentTools = [listIncidents, explainIncident, incidentContext, whoUses, acknowledgeIncident];

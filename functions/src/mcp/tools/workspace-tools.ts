import { z } from "zod";
import { connectionSchema } from "../../contract/connections.js";
import { releaseSchema } from "../../contract/integrations/releases.js";
import { setupSchema } from "../../contract/setups.js";
import { currentWorkspaceSchema } from "../../contract/workspaces.js";
import { tool, ToolError, type CallApi } from "../tool.js";

const nothing = z.object({});
const most = 100;

const getWorkspace = tool({
  name: "get_workspace",
  title: "Workspace and token",
  description:
    "Returns the Plumbline workspace that the API token belongs to and what the token may do. Scope `read` only reads, `triage` also starts runs and acts on incidents, `write` also changes setups.",
  input: nothing,
  output: currentWorkspaceSchema.pick({ id: true, name: true, role: true, token: true }),
  isReadOnly: true,
  run: async (call) => call("getWorkspace"),
});

const listConnections = tool({
  name: "list_connections",
  title: "Mixpanel connections",
  description: "Lists the connected Mixpanel projects with their ids, names and time zones.",
  input: nothing,
  output: z.object({
    connections: z.array(
      connectionSchema.pick({ id: true, projectId: true, projectName: true, status: true }).extend({
        timeZone: z.string().nullable().describe("Days in all results are in this time zone."),
      }),
    ),
  }),
  isReadOnly: true,
  run: async (call) => ({
    connections: (await call("listConnections", { query: { limit: most } })).map(
      ({ id, projectId, projectName, status, capabilities }) => ({
        id,
        projectId,
        projectName,
        status,
        timeZone: capabilities?.timeZone ?? null,
      }),
    ),
  }),
});

const shownSetup = setupSchema.pick({
  id: true,
  name: true,
  description: true,
  connectionId: true,
  status: true,
  scheduleCron: true,
  scheduleTimezone: true,
  nextRunAt: true,
  selectedDetectors: true,
});

const listSetups = tool({
  name: "list_setups",
  title: "Setups",
  description:
    "Lists the setups: which checks run on which connection, with their settings (tested days, threshold in percent), schedule (cron) and next run. Use it to see what is monitored.",
  input: nothing,
  output: z.object({ setups: z.array(shownSetup) }),
  isReadOnly: true,
  run: async (call) => ({
    setups: (await call("listSetups", { query: { limit: most } })).map((setup) => shownSetup.parse(setup)),
  }),
});

const describeEvent = tool({
  name: "describe_event",
  title: "One event",
  description:
    "Describes one event: how many arrive per day, when it was last received, its properties, what is excluded from checks, and which setups check it.",
  input: z.object({
    event: z.string().describe("The event's exact name, such as the `entity` or `parent` of a finding."),
    connectionId: z.string().optional().describe("From list_connections. Defaults to the newest connection."),
  }),
  output: z.object({
    event: z.string(),
    connectionId: z.string(),
    isActive: z.boolean(),
    isExcluded: z.boolean().describe("Excluded events are not checked at all."),
    eventsPerDay: z.number().nullable(),
    lastDetectedAt: z.string().nullable(),
    properties: z.array(z.object({ name: z.string(), isExcluded: z.boolean(), isActive: z.boolean() })),
    checkedBy: z.array(z.object({ setupId: z.string(), name: z.string(), checks: z.array(z.string()) })),
  }),
  isReadOnly: true,
  run: async (call, { event, connectionId }) => {
    const { setting, connection } = await findEvent(call, event, connectionId);
    const setups = await call("listSetups", { query: { limit: most } });
    return {
      event,
      connectionId: connection,
      isActive: setting.isActive,
      isExcluded: setting.isExcluded,
      eventsPerDay: setting.eventsPerDay,
      lastDetectedAt: setting.lastDetectedAt,
      properties: setting.properties.map(({ propertyName, isExcluded, isActive }) => ({
        name: propertyName,
        isExcluded,
        isActive,
      })),
      checkedBy: setups
        .filter(
          (setup) => setup.connectionId === connection && setup.status === "active" && !setting.isExcluded,
        )
        .map(({ id, name, selectedDetectors }) => ({
          setupId: id,
          name,
          checks: selectedDetectors.map(({ key }) => key).filter((key) => key.startsWith("event")),
        }))
        .filter(({ checks }) => checks.length > 0),
    };
  },
});

/** @throws ToolError if no page of the names contains the event */
async function findEvent(call: CallApi, event: string, connectionId: string | undefined) {
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof call<"getDataSettings">>> = await call("getDataSettings", {
      query: {
        search: event.slice(0, 200),
        ...(connectionId ? { connectionId } : {}),
        ...(cursor ? { cursor } : {}),
      },
    });
    if (page.connection === null) throw new ToolError("There is no verified connection.");
    const setting = page.events.find(({ eventName }) => eventName === event);
    if (setting) return { setting, connection: page.connection.id };
    cursor = page.nextCursor;
    if (cursor === null)
      throw new ToolError(
        page.lastSyncedAt === null
          ? "This connection's event names haven't been read yet. Sync them under Data settings."
          : `There is no event ${event}. Names must match exactly, including capitals and spaces.`,
      );
  }
}

const listReleases = tool({
  name: "list_releases",
  title: "Releases",
  description:
    "Lists releases of the product that sends the events, as recorded by CI. A release shortly before a finding's first bad day is a likely reason for it.",
  input: z.object({
    since: z.string().optional().describe("Only releases on or after this day, YYYY-MM-DD (UTC)."),
  }),
  output: z.object({
    releases: z.array(
      releaseSchema.pick({ version: true, platform: true, at: true, url: true, connectionId: true }),
    ),
  }),
  isReadOnly: true,
  run: async (call, { since }) => ({
    releases: (await call("listReleases", { query: { limit: most } }))
      .filter(({ at }) => since === undefined || at >= since)
      .sort((a, b) => b.at.localeCompare(a.at))
      .map(({ version, platform, at, url, connectionId }) => ({ version, platform, at, url, connectionId })),
  }),
});

export const workspaceTools = [getWorkspace, listConnections, listSetups, describeEvent, listReleases];

import { z } from "zod";
import { dayInputSchema, idSchema } from "../../contract/common.js";
import { connectionSchema } from "../../contract/connections.js";
import type { EventSetting } from "../../contract/data-settings.js";
import { type Release, releaseSchema } from "../../contract/integrations/releases.js";
import { namesQuerySchema, newNamesSchema, patternSchema } from "../../contract/names/names.js";
import { setupSchema } from "../../contract/setups.js";
import { currentWorkspaceSchema, workspaceLimits } from "../../contract/workspaces.js";
import { listInput, listOutput, partInput, partOf, readList } from "../list.js";
import { tool, ToolError, type CallApi } from "../tool.js";

const nothing = z.object({});

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
  input: z.object(listInput(100, 100)),
  output: z.object({
    ...listOutput,
    connections: z.array(
      connectionSchema.pick({ id: true, projectId: true, projectName: true, status: true }).extend({
        timeZone: z.string().nullable().describe("Days in all results are in this time zone."),
      }),
    ),
  }),
  isReadOnly: true,
  run: async (call, page) => {
    const { items, ...rest } = await readList((query) => call.page("listConnections", { query }), page);
    return {
      connections: items.map((connection) => ({
        ...connection,
        timeZone: connection.capabilities?.timeZone ?? null,
      })),
      ...rest,
    };
  },
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
  input: z.object(listInput(100, 100)),
  output: z.object({ setups: z.array(shownSetup), ...listOutput }),
  isReadOnly: true,
  run: async (call, page) => {
    const { items, ...rest } = await readList((query) => call.page("listSetups", { query }), page);
    return { setups: items, ...rest };
  },
});

const describeEvent = tool({
  name: "describe_event",
  title: "One event",
  description:
    "Describes one event: how many arrive per day, when it was last received, its properties, what is excluded from checks, and which setups check it.",
  input: z.object({
    event: z.string().describe("The event's exact name, such as the `entity` or `parent` of a finding."),
    connectionId: idSchema.optional().describe("From list_connections. Defaults to the newest connection."),
    ...partInput(1_000, 200),
  }),
  output: z.object({
    ...listOutput,
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
  run: async (call, { event, connectionId, ...page }) => {
    const { setting, connection } = await findEvent(call, event, connectionId);
    const { items: setups } = await readList((query) => call.page("listSetups", { query }), {
      limit: workspaceLimits.setups,
    });
    const { items, ...rest } = partOf(setting.properties, page);
    return {
      ...setting,
      ...rest,
      event,
      connectionId: connection,
      properties: items.map(({ propertyName: name, ...property }) => ({ ...property, name })),
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

/** The event with all its properties, which may continue on later pages. @throws ToolError if no page has the event */
async function findEvent(call: CallApi, event: string, connectionId: string | undefined) {
  const found: { setting: EventSetting; connection: string }[] = [];
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
    if (setting) found.push({ setting, connection: page.connection.id });
    cursor = page.nextCursor;
    if (found[0] && (!setting || cursor === null)) {
      const properties = found.flatMap((part) => part.setting.properties);
      return { ...found[0], setting: { ...found[0].setting, properties } };
    }
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
    since: dayInputSchema.optional().describe("Only releases on or after this day, YYYY-MM-DD (UTC)."),
    ...listInput(100, 100),
  }),
  output: z.object({
    ...listOutput,
    releases: z.array(
      releaseSchema.pick({ version: true, platform: true, at: true, url: true, connectionId: true }),
    ),
  }),
  isReadOnly: true,
  run: async (call, { since, ...page }) => {
    const keep = ({ at }: Release): boolean => since === undefined || at >= since;
    const { items, ...rest } = await readList((query) => call.page("listReleases", { query }), {
      ...page,
      keep,
    });
    return { releases: items.sort((a, b) => b.at.localeCompare(a.at)), ...rest };
  },
});

const listNames = tool({
  name: "list_names",
  title: "New names",
  description:
    "Lists what changed about the names of events and properties, newest first: new, renamed, nearly the same as another, of another type, silent, or self-changing. A rename often explains an event that stopped.",
  input: z.object({
    state: namesQuerySchema.shape.state.describe("`new`: nobody has decided about it yet."),
    connectionId: idSchema.optional().describe("From list_connections. Default: the newest."),
    ...listInput(100, 50),
  }),
  output: z.object({
    ...listOutput,
    names: z.array(
      newNamesSchema.shape.items.element.pick({
        ...{ id: true, day: true, kind: true, nameKind: true, label: true, sentence: true },
        ...{
          perDay: true,
          seenOn: true,
          lexicon: true,
          explains: true,
          events: true,
          state: true,
          decidedBy: true,
        },
      }),
    ),
  }),
  isReadOnly: true,
  run: async (call, { state, connectionId, ...page }) => {
    const filter = { state, ...(connectionId && { connectionId }) };
    const { items, ...rest } = await readList(
      (query) => call("listNames", { query: { ...filter, ...query } }),
      page,
    );
    return { names: items, ...rest };
  },
});

const decideNames = tool({
  name: "decide_names",
  title: "Approve or ignore names",
  description:
    "Approves or ignores new names for everybody in the workspace, by id or by pattern (`*` stands for any characters; it also covers names that come later). `new` takes a decision back. Only do this when a person asks for it.",
  input: z.object({
    ids: z.array(z.string().min(1).max(100)).max(1_000).optional().describe("From list_names."),
    pattern: patternSchema.optional().describe("Instead of ids."),
    state: z.enum(["approved", "ignored", "new"]).describe("The decision."),
    connectionId: idSchema.optional().describe("From list_connections. Default: the newest."),
  }),
  output: z.object({ state: z.string() }),
  isReadOnly: false,
  run: async (call, { ids = [], pattern, state, connectionId }) => {
    await call("decideNames", {
      query: connectionId === undefined ? {} : { connectionId },
      body: { ids, state, ...(pattern !== undefined && { pattern }) },
    });
    return { state };
  },
});

export const workspaceTools = [
  getWorkspace,
  listConnections,
  listSetups,
  describeEvent,
  listReleases,
  listNames,
  decideNames,
];

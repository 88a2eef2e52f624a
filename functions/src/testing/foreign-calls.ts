import { z } from "zod";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { everything, type RouteInput } from "../contract/channels/routes.js";
import { setupBody } from "./test-app.js";

/** Ids of one tenant's resources, which another tenant requests. */
export type OwnedIds = Record<
  | "connection"
  | "setup"
  | "run"
  | "incident"
  | "release"
  | "member"
  | "invitation"
  | "token"
  | "channel"
  | "route",
  string
>;

type ForeignCall = { endpoint: Endpoint; path: string; body?: object };

const names = Object.keys(api) as EndpointName[];

export const routeBody = (channelId: string): RouteInput => ({ channelId, ...everything });

/** Valid bodies, so that a call can be refused only because of its id. */
const bodies: Partial<Record<EndpointName, object>> = {
  updateConnection: { projectId: "1", serviceUsername: "robot", secretRef: "stolen" },
  switchMixpanelAnnotations: { isOn: true },
  updateSetup: { status: "paused" },
  createWorkspace: { name: "Shop" },
  renameWorkspace: { name: "Shop" },
  changeRole: { role: "viewer" },
  inviteMember: { email: "x@example.com", role: "viewer" },
  acceptInvitation: { token: "x" },
  createToken: { name: "CI", scope: "read", expiresInDays: 30 },
  updateProfile: { displayName: "X" },
  changeEmail: { email: "x@example.com" },
  deleteWorkspace: { name: "Shop" },
  deleteAccount: { email: "x@example.com" },
  createChannel: { kind: "webhook", name: "Hook", url: "https://hooks.example.com/x" },
  updateChannel: { kind: "webhook", name: "Hook" },
  switchChannel: { isOn: false },
  createRoute: routeBody("x"),
  updateRoute: routeBody("x"),
  previewRoute: routeBody("x"),
  changeIncidents: { ids: ["x"], action: { kind: "acknowledge" } },
  recordRelease: { version: "1.0.0" },
};

/** A body that an endpoint accepts, or an empty one. */
export const exampleBody = (name: EndpointName): object => bodies[name] ?? {};

/** Every endpoint with an id in its path. */
export const withIdInPath = names.filter((name) => api[name].path.includes("/:"));

/** Returns a call of such an endpoint with another tenant's ids. A new endpoint fails here until its ids are added. */
export function callInPath(name: EndpointName, ids: OwnedIds): ForeignCall {
  const endpoint: Endpoint = api[name];
  const values: Record<string, string> = { ...idsIn(name, ids), detectorId: "event_count_change" };
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => values[key]!);
  const body = bodies[name];
  return { endpoint, path, ...(body ? { body } : {}) };
}

function idsIn(
  name: EndpointName,
  { connection, setup, run, incident, release, member, invitation, token, channel, route }: OwnedIds,
): Record<string, string> {
  const { path } = api[name];
  if (path.includes("/connections/")) return { id: connection };
  if (path.includes("/replays/")) return { replayId: `${connection}-${"0".repeat(24)}` };
  if (path.includes("/setups/:id")) return { id: setup };
  if (path.includes("/members/")) return { uid: member };
  if (path.includes("/invitations/")) return { id: invitation };
  if (path.includes("/tokens/")) return { id: token };
  // Files belong to a person, so any id fails for somebody else.
  if (path.includes("/data-exports/")) return { id: run };
  if (path.includes("/runs/:runId")) return { runId: run };
  if (path.includes("/channels/")) return { id: channel };
  if (path.includes("/routes/")) return { id: route };
  if (path.includes("/incidents/")) return { id: incident };
  if (path.includes("/releases/")) return { id: release };
  throw new Error(`Add the ids in the path of ${name} to idsIn.`);
}

type References = Partial<
  Record<
    `${EndpointName}.${string}`,
    (ids: OwnedIds, own: OwnedIds) => { id?: string; query?: string; body?: object }
  >
>;

/** Fields of queries and bodies that name another resource: a foreign one is not found. */
const references = {
  "getSetupEstimate.connectionId": ({ connection }) => ({
    query: `connectionId=${connection}&detectors=event_stopped`,
  }),
  "createSetup.connectionId": ({ connection }) => ({ body: setupBody(connection) }),
  "startReplay.connectionId": ({ connection }) => ({
    body: { connectionId: connection, selectedDetectors: [{ key: "event_stopped" }] },
  }),
  "getDataSettings.connectionId": ({ connection }) => ({ query: `connectionId=${connection}` }),
  "updateDataSettings.connectionId": ({ connection }) => ({ query: `connectionId=${connection}`, body: {} }),
  "listNames.connectionId": ({ connection }) => ({ query: `connectionId=${connection}` }),
  "decideNames.connectionId": ({ connection }) => ({
    query: `connectionId=${connection}`,
    body: { pattern: "quiz_*", state: "approved" },
  }),
  "recordRelease.connectionId": ({ connection }) => ({
    body: { version: "1.0.0", connectionId: connection },
  }),
  "changeIncidents.ids": ({ incident }) => ({ body: { ids: [incident], action: { kind: "acknowledge" } } }),
  "createRoute.channelId": ({ channel }) => ({ body: routeBody(channel) }),
  "syncDataSettings.connectionId": ({ connection }) => ({ query: `connectionId=${connection}` }),
  "updateSetup.connectionId": ({ connection }, own) => ({ id: own.setup, body: setupBody(connection) }),
  "updateRoute.channelId": ({ channel }, own) => ({ id: own.route, body: routeBody(channel) }),
  "changeIncidents.uid": ({ member }, own) => ({
    body: { ids: [own.incident], action: { kind: "assign", uid: member } },
  }),
} satisfies References;

const routeWith =
  (field: "connectionId" | "setupId" | "assigneeUid", kind: keyof OwnedIds) =>
  (ids: OwnedIds, own: OwnedIds) => ({
    id: own.route,
    body: { ...routeBody(own.channel), [field]: ids[kind] },
  });

/** The same for fields that filter: a foreign resource has the same answer as one that doesn't exist. */
const filters = {
  "listIncidents.connectionId": ({ connection }) => ({ query: `connectionId=${connection}` }),
  "listNames.runId": ({ run }) => ({ query: `runId=${run}` }),
  "listDeliveries.channelId": ({ channel }) => ({ query: `channelId=${channel}` }),
  "createRoute.connectionId": routeWith("connectionId", "connection"),
  "createRoute.setupId": routeWith("setupId", "setup"),
  "createRoute.assigneeUid": routeWith("assigneeUid", "member"),
  "updateRoute.connectionId": routeWith("connectionId", "connection"),
  "updateRoute.setupId": routeWith("setupId", "setup"),
  "updateRoute.assigneeUid": routeWith("assigneeUid", "member"),
  "previewRoute.channelId": ({ channel }) => ({ body: routeBody(channel) }),
  "previewRoute.connectionId": routeWith("connectionId", "connection"),
  "previewRoute.setupId": routeWith("setupId", "setup"),
  "previewRoute.assigneeUid": routeWith("assigneeUid", "member"),
} satisfies References;

/** Whether a field of a request names a resource. */
const isReference = (name: string): boolean => /^(?:ids?|uids?)$|(?:Id|Ids|Uid|Uids)$/.test(name);

/** Fields with such a name that name nothing of a workspace. */
const otherIds: Readonly<Record<string, string>> = {
  "createUser.firebaseUid": "the caller's own, compared with the token",
  "createSetup.id": "chosen by the caller for the new setup",
  "createChannel.id": "chosen by the caller for the new channel",
  "createRoute.id": "chosen by the caller for the new route",
  "createConnection.projectId": "a project in Mixpanel",
  "updateConnection.projectId": "a project in Mixpanel",
  "updateDataSettings.id": "a name within the connection",
  "changeIncidents.id": "chosen by the caller for the new comment",
  "decideNames.ids": "notices within the connection",
};

/** Fields of queries and bodies that name a resource, without a call with another tenant's ids above. */
export const uncheckedReferences = (): string[] =>
  names
    .flatMap((name) => {
      const { query, body }: Endpoint = api[name];
      const fields = [query, body].flatMap((schema) => (schema ? fieldsOf(schema) : []));
      return [...new Set(fields.filter(isReference))].map((field) => `${name}.${field}`);
    })
    .filter((field) => ![otherIds, fieldCalls].some((known) => Object.hasOwn(known, field)));

/** All names of fields in a schema. */
function fieldsOf(schema: z.ZodType): string[] {
  const found: string[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    for (const [key, value] of Object.entries(part)) {
      if (key === "properties") found.push(...Object.keys(value as object));
      walk(value);
    }
  };
  walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  return found;
}

const fieldCalls: References = { ...references, ...filters };
export type ReferenceField = keyof typeof references | keyof typeof filters;
export const withReference = Object.keys(references) as (keyof typeof references)[];
export const withFilter = Object.keys(filters) as (keyof typeof filters)[];

/** @param own the caller's own ids, for the path */
export function callByReference(field: ReferenceField, ids: OwnedIds, own: OwnedIds): ForeignCall {
  const { id, query, body } = fieldCalls[field]!(ids, own);
  const endpoint: Endpoint = api[field.split(".")[0] as EndpointName];
  const path = endpoint.path.replace(":id", id ?? ":id");
  return { endpoint, path: query ? `${path}?${query}` : path, ...(body ? { body } : {}) };
}

/** Calls of all endpoints that need a signed-in person, with ids that don't exist. */
export const signedInCalls = (): [EndpointName, ForeignCall][] =>
  names
    .filter((name) => (api[name] as Endpoint).access !== "public")
    .map((name) => {
      const endpoint: Endpoint = api[name];
      const path = endpoint.path.replace(":detectorId", "event_stopped").replace(/:\w+/g, "x");
      return [name, { endpoint, path, body: bodies[name] ?? {} }];
    });

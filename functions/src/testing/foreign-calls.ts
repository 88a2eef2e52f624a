import { api, type Endpoint, type EndpointName } from "../contract/api.js";
import type { RouteInput } from "../contract/channels/routes.js";
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

export const routeBody = (channelId: string): RouteInput => ({
  channelId,
  severity: "any",
  changes: "all",
  connectionId: null,
  setupId: null,
  detectors: [],
  subject: "",
  segment: "",
  assigneeUid: null,
  includesFailedRuns: true,
  timing: { kind: "now" },
  timeZone: "UTC",
  quietHours: null,
});

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

/** Endpoints that take the id of another resource in the query or the body. */
const references = {
  getSetupEstimate: ({ connection }) => ({ query: `connectionId=${connection}&detectors=event_stopped` }),
  createSetup: ({ connection }) => ({ body: setupBody(connection) }),
  startReplay: ({ connection }) => ({
    body: { connectionId: connection, selectedDetectors: [{ key: "event_stopped" }] },
  }),
  getDataSettings: ({ connection }) => ({ query: `connectionId=${connection}` }),
  updateDataSettings: ({ connection }) => ({ query: `connectionId=${connection}`, body: {} }),
  recordRelease: ({ connection }) => ({ body: { version: "1.0.0", connectionId: connection } }),
  changeIncidents: ({ incident }) => ({ body: { ids: [incident], action: { kind: "acknowledge" } } }),
  createRoute: ({ channel }) => ({ body: routeBody(channel) }),
  syncDataSettings: ({ connection }) => ({ query: `connectionId=${connection}` }),
} satisfies Partial<Record<EndpointName, (ids: OwnedIds) => { query?: string; body?: object }>>;

export const withReference = Object.keys(references) as (keyof typeof references)[];

export function callByReference(name: keyof typeof references, ids: OwnedIds): ForeignCall {
  const { query, body }: { query?: string; body?: object } = references[name](ids);
  const endpoint: Endpoint = api[name];
  return { endpoint, path: query ? `${endpoint.path}?${query}` : endpoint.path, ...(body ? { body } : {}) };
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

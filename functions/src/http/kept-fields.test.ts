import { describe, expect, it } from "vitest";
import { z } from "zod";
import { api, type EndpointName } from "../contract/api.js";
import type { Endpoint } from "../contract/endpoints/endpoint.js";
import { channelKindNames, type ChannelKind } from "../contract/channels/kinds.js";
import type { WorkspaceId } from "../contract/workspaces.js";
import {
  channelSecretContext,
  channelSecretsSchema,
  fieldValues,
} from "../features/channels/channel-record.js";
import { connectionSecretContext } from "../features/connections/secret-box.js";
import { channelSamples } from "../testing/channel-samples.js";
import { routeBody } from "../testing/foreign-calls.js";
import { connectionBody, setupBody, testApp, type TestApp, verifiedConnection } from "../testing/test-app.js";

/*
 * A client that was written before a field existed leaves it out. For every endpoint that edits, and every field of its
 * body: an edit without the field keeps its value.
 */

const workspaceId = "ada" as WorkspaceId;
type Fields = Record<string, unknown>;

type Editable = {
  /** Creates the resource and returns the path of its edits. */
  create: (app: TestApp) => Promise<string>;
  /** The resource's fields as stored, under the names that they have in the body. */
  stored: (app: TestApp) => Promise<Fields>;
  /** A body that changes every field, or every field that can change while `kept` doesn't. */
  change: (app: TestApp, kept: string) => Promise<Fields>;
};

const post = async (app: TestApp, path: string, body: object): Promise<string> =>
  (await app.as("ada").post(path).send(body).expect(201)).body.id as string;

const channel = (kind: ChannelKind): Editable => ({
  create: async (app) => `/api/v1/channels/${await post(app, "/api/v1/channels", channelSamples[kind][0])}`,
  stored: async (app) => {
    const [record] = await app.channels.list(workspaceId);
    const context = channelSecretContext(workspaceId, record!.id);
    const secrets =
      record!.secret && channelSecretsSchema.parse(JSON.parse(app.secrets.open(record!.secret, context)));
    const { addresses, ...values } = fieldValues(record!, secrets);
    const { name, secretEnv } = record!;
    return { kind, name, secretEnv, ...values, ...(kind === "email" && { addresses }) };
  },
  change: () => Promise.resolve({ ...channelSamples[kind][1], secretEnv: "PLUMBLINE_CHANNEL" }),
});

/** By endpoint; several for a body that has kinds. */
const editables: Partial<Record<EndpointName, Editable[]>> = {
  updateSetup: [
    {
      create: async (app) =>
        `/api/v1/setups/${await post(app, "/api/v1/setups", {
          ...setupBody(await verifiedConnection(app, "ada")),
          description: "All of it",
          scheduleTimezone: "Europe/Paris",
          includeWeekends: false,
        })}`,
      stored: async (app) => ({ ...(await app.setups.list(workspaceId, { limit: 1 })).items[0]! }),
      change: async (app) => ({
        name: "Other",
        description: "Less",
        connectionId: await verifiedConnection(app, "ada"),
        scheduleCron: "0 10 * * *",
        scheduleTimezone: "Asia/Tokyo",
        includeWeekends: true,
        status: "paused",
        selectedDetectors: [{ key: "event_stopped", settings: { checkBackDays: 14, thresholdPercent: 40 } }],
      }),
    },
  ],
  updateConnection: [
    {
      create: async (app) =>
        `/api/v1/mixpanel/connections/${await post(app, "/api/v1/mixpanel/connections", {
          ...connectionBody,
          projectName: "Shop",
          region: "eu",
        })}`,
      stored: async (app) => {
        const [{ secret, ...fields }] = (await app.connections.list(workspaceId, { limit: 1 })).items as [
          Awaited<ReturnType<TestApp["connections"]["get"]>>,
        ];
        return {
          ...fields,
          secretRef: app.secrets.open(secret, connectionSecretContext(workspaceId, fields.id)),
        };
      },
      change: (_app, kept) =>
        Promise.resolve({
          projectName: "Other",
          serviceUsername: "other.mp-service-account",
          secretRef: "other-secret",
          // Another project has another name.
          ...(kept === "projectName" ? {} : { projectId: "1000002", region: "india" }),
        }),
    },
  ],
  updateRoute: [
    {
      create: async (app) => {
        const channelId = await post(app, "/api/v1/channels", hook);
        const route = { ...routeBody(channelId), detectors: ["event_stopped"], subject: "Order*" };
        return `/api/v1/routes/${await post(app, "/api/v1/routes", route)}`;
      },
      stored: async (app) => ({
        ...(await app.channels.routes(workspaceId)).find(({ id }) => id !== "members")!,
      }),
      change: async (app) => ({
        channelId: await post(app, "/api/v1/channels", { ...hook, name: "Other" }),
        severity: "alert",
        changes: "worse",
        connectionId: "c2",
        setupId: "s2",
        detectors: ["event_count_change"],
        subject: "Search*",
        segment: "$os = *",
        assigneeUid: "bob",
        includesFailedRuns: false,
        includesNewNames: false,
        timing: { kind: "daily", hour: 9 },
        timeZone: "Europe/Paris",
        quietHours: { from: 22, to: 6 },
      }),
    },
  ],
  updateChannel: channelKindNames.map(channel),
};
const hook = { kind: "webhook", name: "Hook", url: "https://hooks.example.com/x" };

/** Bodies whose entries each name what they change. */
const listsOfChanges: EndpointName[] = ["updateDataSettings"];
/** The older form of `selectedDetectors`, which has tests of its own; and what tells the kinds apart. */
const notFields = ["useCases", "kind"];

const edits = (Object.keys(api) as EndpointName[]).filter((name) =>
  ["PUT", "PATCH"].includes((api[name] as Endpoint).method),
);

type JsonSchema = { properties?: Fields; oneOf?: JsonSchema[]; anyOf?: JsonSchema[]; allOf?: JsonSchema[] };
/** Field names of a body; one list per kind. */
function fieldsOf(name: EndpointName): string[][] {
  const of = (schema: JsonSchema): string[][] => {
    const own = Object.keys(schema.properties ?? {});
    const kinds = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(of);
    const parts = (schema.allOf ?? []).map(of);
    const all = parts.reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])), [own]);
    return kinds.length === 0 ? all : kinds;
  };
  const { body } = api[name] as Endpoint;
  return body ? of(z.toJSONSchema(body, { io: "input", unrepresentable: "any" })) : [];
}

it.each(edits)("the table has every field of %s", (name) => {
  const kinds = fieldsOf(name).map((fields) => fields.filter((field) => !notFields.includes(field)));
  if (kinds.every((fields) => fields.length <= 1) || listsOfChanges.includes(name)) return;
  expect(editables[name]?.length, "an entry for each kind").toBe(kinds.length);
});

describe.each(Object.entries(editables) as [EndpointName, Editable[]][])("%s", (name, kinds) => {
  const rows = fieldsOf(name).flatMap((fields, index) =>
    fields.filter((field) => !notFields.includes(field)).map((field) => [field, index] as const),
  );

  it.each(rows)("keeps %s if it is left out (kind %i)", async (field, index) => {
    const app = testApp();
    const { create, stored, change } = kinds[index]!;
    const path = await create(app);
    const before = await stored(app);
    const body = await change(app, field);
    expect(Object.keys(body), "the table changes the field").toContain(field);
    const { [field]: left, ...rest } = body;
    expect(before[field]).not.toEqual(left);
    await app.as("ada").put(path).send(rest).expect(200);
    expect(await stored(app)).toMatchObject({ ...rest, [field]: before[field] });
  });
});

it("an edit of a setup keeps settings of a check that it leaves out", async () => {
  const app = testApp();
  const key = "event_stopped" as const;
  const selectedDetectors = [{ key, settings: { checkBackDays: 14, thresholdPercent: 40 } }];
  const body = { ...setupBody(await verifiedConnection(app, "ada")), selectedDetectors };
  const path = `/api/v1/setups/${await post(app, "/api/v1/setups", body)}`;
  const edited = async (change: object): Promise<unknown> =>
    (await app.as("ada").put(path).send(change).expect(200)).body.selectedDetectors;
  const left = { key, settings: { thresholdPercent: 50 } };
  expect(await edited({ selectedDetectors: [left] })).toEqual([
    { key, settings: { checkBackDays: 14, thresholdPercent: 50 } },
  ]);
  expect(await edited({ selectedDetectors: [key, "event_count_change"] })).toEqual([
    { key, settings: { checkBackDays: 14, thresholdPercent: 50 } },
    { key: "event_count_change", settings: { checkBackDays: 7, thresholdPercent: 30 } },
  ]);
});

it("a connection that moves to another project doesn't keep the name of the one before", async () => {
  const app = testApp();
  const [connection] = editables.updateConnection!;
  const path = await connection!.create(app);
  await app.as("ada").put(path).send({ projectId: "1000002" }).expect(200);
  expect(await connection!.stored(app)).toMatchObject({ projectId: "1000002", projectName: null });
});

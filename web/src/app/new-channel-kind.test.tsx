import { screen, within } from "@testing-library/react";
import type * as Descriptors from "@contract/channels/kinds/descriptors";
import { beforeAll, expect, it, vi } from "vitest";
import { apiServer as serverOfSetup } from "@/testing/api-server";

/** Adds a kind of channel: a descriptor and one line. */
vi.mock("@contract/channels/kinds/descriptors", async (original) => {
  const { channelKinds } = await original<typeof Descriptors>();
  return { channelKinds: { ...channelKinds, pager: { ...channelKinds.linear, label: "Pager" } } };
});

/** Loads the app with this kind. The test setup has already loaded it without. */
async function load() {
  serverOfSetup.close();
  vi.resetModules();
  return {
    ...(await import("@/testing/api-server")),
    ...(await import("@/testing/builders")),
    ...(await import("@/testing/render-app")),
    ...(await import("@contract/workspaces")),
  };
}

let app: Awaited<ReturnType<typeof load>>;
beforeAll(async () => {
  app = await load();
});

it("a new kind of channel can be chosen, filled in and added, and is listed", async () => {
  app.respondQuietly();
  const id = app.workspaceIdSchema.parse("w1");
  const workspace = { id, name: "Shop", role: "admin" as const, emailNotifications: true };
  app.respond("getCurrentUser", app.aUser({ workspaces: [workspace] }));
  for (const name of ["listChannels", "listRoutes", "listDeliveries", "listMembers"] as const)
    app.respond(name, []);
  for (const name of ["listConnections", "listSetups"] as const) app.respond(name, []);
  const calls = app.respond("createChannel", {
    id: "c1",
    kind: "pager" as "linear",
    name: "Night",
    target: "OPS",
    settings: { team: "OPS" },
    createdAt: "2026-11-18T06:01:00.000Z",
    isOn: true,
    addresses: [],
    failingSince: null,
    lastAnswer: null,
    secretEnv: null,
    revision: 1,
    fileRevision: null,
    signingSecret: null,
  });
  const { user } = await app.renderApp("/settings/channels");
  await user.click(await screen.findByRole("button", { name: "Add channel" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("Kind"), "Pager");
  await user.type(dialog.getByLabelText("Name"), "Night");
  await user.type(dialog.getByLabelText("Team"), "OPS");
  await user.type(dialog.getByLabelText("API key"), "secret-key");
  await user.click(dialog.getByRole("button", { name: "Add channel" }));
  await vi.waitFor(() => expect(calls).toHaveLength(1), 15_000);
  expect(calls[0]).toMatchObject({
    body: { kind: "pager", name: "Night", team: "OPS", apiKey: "secret-key" },
  });
});

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

it("a new kind of channel can be chosen, filled in, added, tested and edited, and is listed with its history", async () => {
  app.respondQuietly();
  const id = app.workspaceIdSchema.parse("w1");
  const workspace = { id, name: "Shop", role: "admin" as const, emailNotifications: true };
  app.respond("getCurrentUser", app.aUser({ workspaces: [workspace] }));
  for (const name of ["listRoutes", "listMembers"] as const) app.respond(name, []);
  for (const name of ["listConnections", "listSetups"] as const) app.respond(name, []);
  const at = "2026-11-18T06:01:00.000Z";
  const channel = app.aChannel({
    kind: "pager" as "linear",
    name: "Night",
    target: "OPS",
    settings: { team: "OPS" },
  });
  const delivery = {
    id: "d1",
    createdAt: at,
    channelId: "c1",
    kind: "test" as const,
    title: "This is a test from Plumbline.",
    status: "delivered" as const,
    attempts: 1,
    nextTryAt: null,
    answer: "Connected to OPS",
    answeredAt: at,
  };
  const added: (typeof channel)[] = [];
  app.respond("listChannels", () => added);
  app.respond("listDeliveries", () => (added.length > 0 ? [delivery] : []));
  app.respond("testChannel", delivery);
  const calls = app.respond("createChannel", () => {
    added.push(channel);
    return { ...channel, signingSecret: null };
  });
  const { user } = await app.renderApp("/settings/channels");
  await user.click(await screen.findByRole("button", { name: "Add channel" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: "Pager" }));
  await user.click(dialog.getByRole("button", { name: "Next" }));
  await user.type(dialog.getByLabelText("Name"), "Night");
  await user.type(dialog.getByLabelText("Team"), "OPS");
  await user.type(dialog.getByLabelText("API key"), "secret-key");
  await user.click(dialog.getByRole("button", { name: "Add channel" }));
  await vi.waitFor(() => expect(calls).toHaveLength(1), 15_000);
  expect(calls[0]).toMatchObject({
    body: { kind: "pager", name: "Night", team: "OPS", apiKey: "secret-key" },
  });
  expect(await screen.findByText("Pager, OPS")).toBeVisible();
  expect(await screen.findByText(delivery.title)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "More for Night" }));
  await user.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const edit = within(await screen.findByRole("dialog"));
  expect(edit.getByLabelText("Team")).toHaveValue("OPS");
  expect(edit.getByLabelText("API key")).toHaveValue("");
});

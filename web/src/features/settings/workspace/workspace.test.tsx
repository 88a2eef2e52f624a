import { screen, waitFor, within } from "@testing-library/react";
import { workspaceIdSchema, type Workspace } from "@contract/workspaces";
import { beforeEach, expect, it, vi } from "vitest";
import { tabsChannel } from "@/lib/query-client";
import { chosenWorkspace, chooseWorkspace } from "@/lib/workspace-choice";
import { http, HttpResponse } from "msw";
import { apiServer, fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const shop = workspaceIdSchema.parse("w1");
const agency = workspaceIdSchema.parse("w2");
const workspace = (change: Partial<Workspace> = {}): Workspace => ({
  id: shop,
  name: "Shop",
  role: "owner",
  emailNotifications: true,
  ...change,
});
const members = [
  {
    uid: "u1",
    email: "demo@plumbline.dev",
    displayName: "Demo",
    role: "owner" as const,
    joinedAt: "2026-11-01T00:00:00.000Z",
    emailNotifications: true,
  },
  {
    uid: "u2",
    email: "ada@example.com",
    displayName: "Ada",
    role: "viewer" as const,
    joinedAt: "2026-11-02T00:00:00.000Z",
    emailNotifications: true,
  },
];

beforeEach(() => {
  localStorage.clear();
  respondQuietly();
  respond("getCurrentUser", aUser({ workspaces: [workspace()] }));
  respond("listMembers", members);
  respond("listInvitations", []);
});

it("invites several addresses with one role", async () => {
  const calls = respond("inviteMember", {
    id: "i1",
    email: "bob@example.com",
    role: "editor",
    invitedBy: "Demo",
    createdAt: "2026-11-20T09:00:00.000Z",
    expiresAt: "2026-11-27T09:00:00.000Z",
  });
  const app = await renderApp("/settings/workspace");
  await app.user.click(await screen.findByRole("button", { name: "Invite people" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Email"), "bob@example.com, cleo@example.com");
  await app.user.click(dialog.getByRole("button", { name: "Send 2 invitations" }));
  expect(await screen.findByText("2 invitations sent")).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    { email: "bob@example.com", role: "editor" },
    { email: "cleo@example.com", role: "editor" },
  ]);
});

it("names an address that isn't valid, and invites nobody before it is mended", async () => {
  const calls = respond("inviteMember", () => {
    throw new Error("not asked for");
  });
  const app = await renderApp("/settings/workspace");
  await app.user.click(await screen.findByRole("button", { name: "Invite people" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Email"), "bob@example.com, cleo@");
  await app.user.click(dialog.getByRole("button", { name: "Send 2 invitations" }));
  expect(await dialog.findByText(/^cleo@ isn't a valid email address/)).toBeVisible();
  expect(calls).toEqual([]);
});

it("keeps the addresses that couldn't be invited, and says why", async () => {
  fail("inviteMember", 409, {
    code: "already-a-member",
    userMessage: "ada@example.com is already a member.",
  });
  const app = await renderApp("/settings/workspace");
  await app.user.click(await screen.findByRole("button", { name: "Invite people" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Email"), "ada@example.com");
  await app.user.click(dialog.getByRole("button", { name: "Send invitation" }));
  expect(await dialog.findByText(/is already a member/)).toBeVisible();
  expect(dialog.getByLabelText("Email")).toHaveValue("ada@example.com");
});

it("shows viewers the members, and no actions that they may not take", async () => {
  respond("getCurrentUser", aUser({ workspaces: [workspace({ role: "viewer" })] }));
  await renderApp("/settings/workspace");
  expect(await screen.findByText("ada@example.com")).toBeVisible();
  for (const name of ["Invite people", "Remove Ada", "Save"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Role of Ada" })).toBeNull();
});

it("finds one of 50 members by name, address or role, and offers no search for a few", async () => {
  const many = Array.from({ length: 48 }, (_, index) => ({
    ...members[1]!,
    uid: `m${index}`,
    email: `person${index}@example.com`,
    displayName: `Person ${index}`,
    role: index === 7 ? ("admin" as const) : ("viewer" as const),
  }));
  respond("listMembers", [...members, ...many]);
  const app = await renderApp("/settings/workspace");
  const search = await screen.findByRole("searchbox", { name: "Search members" });
  const rows = () =>
    screen.getAllByRole("button", { name: /^Remove / }).map(({ textContent }) => textContent);
  expect(rows()).toHaveLength(49);
  for (const [text, email] of [
    ["person12@", "person12@example.com"],
    ["ADMIN", "person7@example.com"],
  ] as const) {
    await app.user.clear(search);
    await app.user.type(search, text);
    expect(rows()).toHaveLength(1);
    expect(screen.getByText(email)).toBeVisible();
  }
  await app.user.type(search, "nobody");
  expect(screen.getByText("No members match.")).toBeVisible();
  app.unmount();
  respond("listMembers", members);
  await renderApp("/settings/workspace");
  expect(await screen.findByText("ada@example.com")).toBeVisible();
  expect(screen.queryByRole("searchbox", { name: "Search members" })).toBeNull();
});

it("changes a role", async () => {
  const calls = respond("changeRole", undefined);
  const app = await renderApp("/settings/workspace");
  await app.user.selectOptions(await screen.findByRole("combobox", { name: "Role of Ada" }), "admin");
  expect(await screen.findByText("Role of Ada: Admin")).toBeVisible();
  expect(calls[0]?.body).toEqual({ role: "admin" });
});

it("switches the workspace, which every later call names", async () => {
  respond("getCurrentUser", aUser({ workspaces: [workspace(), workspace({ id: agency, name: "Agency" })] }));
  const app = await renderApp("/settings/workspace");
  const calls = respond("listMembers", members);
  const [switcher] = await screen.findAllByRole("combobox", { name: "Workspace" });
  await app.user.selectOptions(switcher!, "Agency");
  expect(chosenWorkspace()).toBe(agency);
  expect(app.location()).toBe("/");
  expect(calls).toEqual([]);
});

it("goes back to the first workspace if the user lost access to the chosen one", async () => {
  chooseWorkspace(agency);
  fail("listMembers", 403, { code: "not-a-member" });
  await renderApp("/settings/workspace");
  expect(await screen.findByText("Unable to load members")).toBeVisible();
  expect(chosenWorkspace()).toBeNull();
});

it("is deleted by its owner after typing its name", async () => {
  respond("getWorkspaceDeletion", { connections: 2, setups: 3, runs: 128, members: 4 });
  respond("listConnections", []);
  respond("listSetups", []);
  const calls = respond("deleteWorkspace", undefined);
  const otherTab = tabsChannel();
  const heard = new Promise((resolve) => (otherTab.onmessage = resolve));
  chooseWorkspace(shop);
  const app = await renderApp("/settings/workspace");
  await app.user.click(await screen.findByRole("button", { name: "Delete workspace" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    await dialog.findByText("Deletes 2 connections, 3 setups and 128 runs for all 4 members."),
  ).toBeVisible();
  await app.user.type(dialog.getByLabelText("Type Shop to confirm"), "shop");
  await app.user.click(dialog.getByRole("button", { name: "Delete workspace" }));
  expect(await screen.findByText("Workspace deleted")).toBeVisible();
  expect(calls[0]?.body).toEqual({ name: "Shop" });
  await heard;
  otherTab.close();
  expect(chosenWorkspace()).toBeNull();
});

it("offers its deletion and its data only to owners", async () => {
  respond("getCurrentUser", aUser({ workspaces: [workspace({ role: "admin" })] }));
  await renderApp("/settings/workspace");
  expect(await screen.findByRole("button", { name: "Leave" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete workspace" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Request download" })).toBeNull();
});

it("lists in the audit log who did what, without naming a person twice", async () => {
  const entry = { createdAt: "2026-11-01T00:00:00.000Z", ip: "192.0.2.1", via: "cli" as const };
  const ada = { uid: "u2", email: "ada@example.com" };
  respond("listAudit", [
    { ...entry, id: "a2", action: "member.joined", actor: ada, target: ada.email },
    { ...entry, id: "a1", action: "member.removed", actor: ada, target: "bob@example.com" },
  ]);
  await renderApp("/settings/audit");
  const log = within(await screen.findByRole("table", { name: "Audit log" }));
  expect(log.getByRole("cell", { name: "Joined" })).toBeVisible();
  expect(log.getByRole("cell", { name: "Removed bob@example.com" })).toBeVisible();
  expect(log.getAllByRole("cell", { name: "Command line, 192.0.2.1" })).toHaveLength(2);
});

const joined = {
  id: "a2",
  createdAt: "2026-11-01T00:00:00.000Z",
  action: "member.joined" as const,
  actor: { uid: "u9", email: "left@example.com" },
  via: "web" as const,
  target: "left@example.com",
  ip: null,
};

it("filters the audit log by person, what, from where and days, also those who left", async () => {
  const calls = respond("listAudit", ({ query }) => (query.get("via") === "cli" ? [] : [joined]));
  const app = await renderApp("/settings/audit");
  await screen.findByRole("table", { name: "Audit log" });
  await app.user.selectOptions(screen.getByLabelText("Person"), "left@example.com");
  await app.user.selectOptions(screen.getByLabelText("What"), "Members");
  await app.user.type(screen.getByLabelText("First day"), "2026-11-01");
  await app.user.type(screen.getByLabelText("Last day"), "2026-11-03");
  await app.user.selectOptions(screen.getByLabelText("From where"), "Command line");
  expect(await screen.findByText("Nothing matches")).toBeVisible();
  expect(Object.fromEntries(calls.at(-1)!.query)).toEqual({
    person: "left@example.com",
    area: "member",
    via: "cli",
    since: new Date(2026, 10, 1).toISOString(),
    until: new Date(2026, 10, 4).toISOString(),
  });
});

it("ignores filters in the address that can't be", async () => {
  const calls = respond("listAudit", [joined]);
  await renderApp("/settings/audit?area=x&via=phone&from=yesterday&to=2026-1");
  await screen.findByRole("table", { name: "Audit log" });
  expect([...calls[0]!.query]).toEqual([]);
});

it("downloads all pages of the filtered audit log as one file", async () => {
  const saved: Blob[] = [];
  const createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  respond("listAudit", [joined]);
  const asked: string[] = [];
  apiServer.use(
    http.get("*/api/v1/audit/export", ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse(`{"page":${asked.length}}\n`, {
        headers: {
          "Content-Type": "application/x-ndjson; charset=utf-8",
          ...(asked.length < 3 && { "X-Next-Cursor": `c${asked.length}` }),
        },
      });
    }),
  );
  const app = await renderApp("/settings/audit?area=member");
  await screen.findByRole("table", { name: "Audit log" });
  await app.user.click(screen.getByRole("button", { name: "Download" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await saved[0]!.text()).toBe('{"page":1}\n{"page":2}\n{"page":3}\n');
  expect(asked).toEqual(["?area=member", "?area=member&cursor=c1", "?area=member&cursor=c2"]);
  click.mockRestore();
});

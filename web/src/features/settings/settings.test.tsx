import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const me = aUser();

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", me);
  fail("getBillingSummary", 503);
  fail("getPricing", 503);
});

const without = (user: typeof me): typeof me => ({
  ...user,
  emailNotifications: false,
  workspaces: user.workspaces.map((workspace) => ({ ...workspace, emailNotifications: false })),
});

const asViewer: typeof me = {
  ...me,
  workspaces: me.workspaces.map((workspace) => ({ ...workspace, role: "viewer" })),
};

const notifications = () => screen.findByRole("switch", { name: /Email notifications/ });

it("lists the user's pages and, under its name, the workspace's", async () => {
  const app = await renderApp("/settings");
  const nav = within(await screen.findByRole("navigation", { name: "Settings" }));
  const names = (list: string) =>
    within(nav.getByRole("list", { name: list }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  expect(names("You")).toEqual(["Profile", "Notifications"]);
  expect(names("Demo's workspace")).toEqual([
    "Workspace",
    "Channels and routes",
    "API tokens",
    "Billing",
    "Audit log",
  ]);
  expect(nav.getByRole("link", { name: "Billing" })).toHaveAttribute("aria-current", "page");
  await app.user.click(nav.getByRole("link", { name: "Notifications" }));
  expect(await notifications()).toBeVisible();
  expect(app.location()).toBe("/settings/notifications");
});

it("names the page in the tab's title", async () => {
  const app = await renderApp("/settings");
  await waitFor(() => expect(document.title).toBe("Billing · Plumbline"));
  const nav = within(await screen.findByRole("navigation", { name: "Settings" }));
  await app.user.click(nav.getByRole("link", { name: "Notifications" }));
  await waitFor(() => expect(document.title).toBe("Notifications · Plumbline"));
});

it.each([
  ["tokens", "listTokens"],
  ["audit", "listAudit"],
] as const)("says whom %s is for instead of offering what is refused", async (page, endpoint) => {
  respond("getCurrentUser", asViewer);
  const asked = fail(endpoint, 403);
  await renderApp(`/settings/${page}`);
  expect(await screen.findByText(/^You are a viewer of .* Ask an owner or admin/)).toBeVisible();
  expect(within(screen.getByRole("main")).queryByRole("button")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(asked).toEqual([]);
});

it("says who can add channels", async () => {
  respond("getCurrentUser", asViewer);
  const asked = fail("listChannels", 403);
  await renderApp("/settings/channels");
  expect(await screen.findByText("Admins can add channels.")).toBeVisible();
  expect(within(screen.getByRole("main")).queryByRole("button")).toBeNull();
  expect(asked).toEqual([]);
});

it("leaves out pages that the role may not see", async () => {
  respond("getCurrentUser", asViewer);
  await renderApp("/settings/notifications");
  const nav = within(await screen.findByRole("navigation", { name: "Settings" }));
  await waitFor(() => expect(nav.queryByRole("link", { name: "Audit log" })).toBeNull());
  expect(nav.getAllByRole("link")).toHaveLength(4);
});

it("shows who is signed in", async () => {
  await renderApp("/settings");
  const main = within(screen.getByRole("main"));
  expect(await main.findByText("Demo")).toBeVisible();
  expect(main.getByText("demo@plumbline.dev")).toBeVisible();
});

it("toggles email notifications", async () => {
  const calls = respond("updatePreferences", without(me));
  const app = await renderApp("/settings");
  await app.user.click(await notifications());
  expect(await screen.findByText("Notification preferences updated successfully")).toBeVisible();
  expect(calls[0]?.body).toEqual({ emailNotifications: false });
  expect(await notifications()).not.toBeChecked();
});

it("says that an unsubscribed address gets a link to confirm, and stays off until then", async () => {
  const unsubscribed = { ...without(me), emailsUnsubscribed: true };
  respond("getCurrentUser", unsubscribed);
  respond("updatePreferences", unsubscribed);
  const app = await renderApp("/settings");
  expect(await notifications()).not.toBeChecked();
  expect(screen.getByText(/You unsubscribed using a link/)).toBeVisible();
  await app.user.click(await notifications());
  expect(await screen.findByText(/Open the link we sent to demo@plumbline.dev/)).toBeVisible();
  expect(await notifications()).not.toBeChecked();
});

it("says that it has no effect while the workspace emails no members", async () => {
  const [workspace] = me.workspaces;
  respond("getWorkspace", {
    id: workspace!.id,
    name: "Demo",
    role: "viewer",
    emailsMembers: false,
    token: null,
  });
  await renderApp("/settings/notifications");
  expect(
    await screen.findByText(/This has no effect: an admin has removed the emails to members/),
  ).toBeVisible();
  expect(await notifications()).toBeChecked();
});

it("says that nothing is sent until the address is verified", async () => {
  respond("getCurrentUser", { ...me, emailVerified: false });
  await renderApp("/settings/notifications");
  expect(await screen.findByText(/as soon as you verify demo@plumbline.dev/)).toBeVisible();
});

it("reverts if saving fails", async () => {
  fail("updatePreferences", 500);
  const app = await renderApp("/settings");
  await app.user.click(await notifications());
  expect(await screen.findByText("Failed to update preferences. Please try again.")).toBeVisible();
  expect(await notifications()).toBeChecked();
});

it("keeps the chosen color mode", async () => {
  const app = await renderApp("/settings");
  await app.user.click(await screen.findByRole("radio", { name: "Dark" }));
  expect(document.documentElement).toHaveClass("dark");
  expect(localStorage.getItem("plumbline-colour-mode")).toBe("dark");
  await app.user.click(screen.getByRole("radio", { name: "System" }));
  expect(document.documentElement).not.toHaveClass("dark");
  expect(localStorage.getItem("plumbline-colour-mode")).toBeNull();
});

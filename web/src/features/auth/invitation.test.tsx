import { screen, waitFor } from "@testing-library/react";
import { type InvitationPreview, workspaceIdSchema } from "@contract/workspaces";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";

const workspaceId = workspaceIdSchema.parse("shop");
const link = "/auth/action?mode=acceptInvitation&token=t";
const shop = { id: workspaceId, name: "Shop", role: "editor", emailNotifications: true } as const;
const invitation: InvitationPreview = {
  email: "demo@plumbline.dev",
  role: "editor",
  invitedBy: "Ana Torres",
  state: "open",
  workspaceId,
  workspaceName: "Shop",
  members: 3,
  initials: ["AT", "JW", "ML"],
  hasAccount: true,
};

beforeEach(() => {
  respondQuietly();
  respond("listConnections", []);
  return () => localStorage.clear();
});

it("signs up and joins in one step: the person is first read when they have joined", async () => {
  const email = "lena@example.com";
  respond("previewInvitation", { ...invitation, email, hasAccount: false });
  const order: string[] = [];
  const app = await renderApp(link, { user: null });
  const joined = respond("signUpByInvitation", () => {
    order.push("joined");
    return shop;
  });
  respond("getCurrentUser", () => {
    order.push("read");
    return aUser({ workspaces: [shop] });
  });
  expect(await screen.findByRole("heading", { name: "Join Shop" })).toBeVisible();
  expect(screen.getByText("Ana Torres invited you as an editor.")).toBeVisible();
  for (const text of ["AT", "JW", "ML", "3 members", /^Editors change setups/])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue(email);
  expect(screen.getByLabelText("Email")).toHaveAttribute("readonly");
  await app.user.type(screen.getByLabelText("Your name"), "Lena Fischer");
  await app.user.type(screen.getByLabelText("Password"), demoPassword);
  app.addAccount({ uid: "lena", email, displayName: "Lena Fischer" });
  await app.user.click(screen.getByRole("button", { name: "Join Shop" }));
  await waitFor(() => expect(app.location()).toBe("/"));
  expect(joined[0]?.body).toEqual({ token: "t", displayName: "Lena Fischer", password: demoPassword });
  // Reading again is harmless; reading before is not, since it would make a workspace of their own.
  await waitFor(() => expect(order.slice(0, 2)).toEqual(["joined", "read"]));
  expect(localStorage.getItem("plumbline-workspace")).toBe("shop");
});

it("keeps the form when joining fails, and then asks for the password of the account that exists by now", async () => {
  respond("previewInvitation", { ...invitation, hasAccount: false });
  fail("signUpByInvitation", 409, { code: "invitation-invalid", userMessage: "It already has an account." });
  const app = await renderApp(link, { user: null });
  await app.user.type(await screen.findByLabelText("Your name"), "Demo");
  await app.user.type(screen.getByLabelText("Password"), demoPassword);
  respond("previewInvitation", invitation);
  await app.user.click(screen.getByRole("button", { name: "Join Shop" }));
  expect(await screen.findByRole("button", { name: "Log in and join" })).toBeVisible();
});

it("logs an existing account in and joins", async () => {
  respond("previewInvitation", invitation);
  const calls = respond("acceptInvitation", shop);
  const app = await renderApp(link, { user: null });
  app.addAccount({ uid: "u1", email: invitation.email, displayName: "Demo", emailVerified: true });
  await app.user.type(await screen.findByLabelText("Password"), demoPassword);
  await app.user.click(screen.getByRole("button", { name: "Log in and join" }));
  await waitFor(() => expect(app.location()).toBe("/"));
  expect(calls).toHaveLength(1);
});

it.each([
  ["expired", null, "This invitation has expired", /Ask Ana Torres to send a new one to demo@plumbline\.dev/],
  ["used", null, "Log in to open Shop", /already been used/],
] as const)("says what to do if it is %s", async (state, user, title, text) => {
  respond("previewInvitation", { ...invitation, state });
  await renderApp(link, { user });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it("tells someone with another address whose invitation it is", async () => {
  respond("previewInvitation", { ...invitation, email: "lena@example.com" });
  await renderApp(link);
  expect(
    await screen.findByRole("heading", { name: "This invitation is for lena@example.com" }),
  ).toBeVisible();
  expect(screen.getByText(/Ask Ana Torres to invite demo@plumbline\.dev/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Stay as demo@plumbline.dev" })).toBeVisible();
});

it.each(["open", "used"] as const)("opens the workspace for a member, also if it is %s", async (state) => {
  respond("previewInvitation", { ...invitation, state });
  respond("getCurrentUser", aUser({ workspaces: [...aUser().workspaces, shop] }));
  const app = await renderApp(link);
  await app.user.click(await screen.findByRole("button", { name: "Open Shop" }));
  await waitFor(() => expect(app.location()).toBe("/"));
  expect(localStorage.getItem("plumbline-workspace")).toBe("shop");
});

it("asks an unverified person to verify, and offers joining as soon as that happened elsewhere", async () => {
  respond("previewInvitation", invitation);
  respond("getCurrentUser", aUser({ emailVerified: false }));
  const app = await renderApp(link);
  expect(await screen.findByRole("button", { name: "Send verification email" })).toBeVisible();
  app.addAccount({ uid: "u1", email: invitation.email, displayName: "Demo", emailVerified: true });
  respond("getCurrentUser", aUser());
  window.dispatchEvent(new Event("focus"));
  expect(await screen.findByRole("button", { name: `Join as ${invitation.email}` })).toBeVisible();
});

it("says whom to ask when the link is unknown", async () => {
  fail("previewInvitation", 409, { code: "invitation-invalid", userMessage: "This link isn't valid." });
  await renderApp(link, { user: null });
  expect(await screen.findByText(/isn't valid\. Ask the person who invited you/)).toBeVisible();
});

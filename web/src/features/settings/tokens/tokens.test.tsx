import { screen, within } from "@testing-library/react";
import type { ApiToken, CreatedToken } from "@contract/tokens";
import { workspaceIdSchema, type Role } from "@contract/workspaces";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const aToken = (change: Partial<ApiToken> = {}): ApiToken => ({
  id: "t1",
  name: "CI",
  prefix: "plb_Ab3d",
  scope: "read",
  createdBy: "Demo",
  createdAt: "2026-11-01T00:00:00.000Z",
  expiresAt: "2027-01-30T00:00:00.000Z",
  lastUsedAt: null,
  status: "active",
  ...change,
});
const created: CreatedToken = { ...aToken(), token: "plb_Ab3dEf" };
const member = (role: Role) => {
  const workspace = { id: workspaceIdSchema.parse("w1"), name: "Shop", role, emailNotifications: true };
  return aUser({ workspaces: [workspace] });
};

beforeEach(() => {
  localStorage.clear();
  respondQuietly();
  respond("getCurrentUser", member("admin"));
});

it("creates a token and shows it until dismissed", async () => {
  const tokens: ApiToken[] = [];
  respond("listTokens", () => tokens);
  const calls = respond("createToken", () => {
    tokens.push(aToken());
    return created;
  });
  const app = await renderApp("/settings/tokens");
  expect(await screen.findByText("No API tokens yet")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Create token" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Name"), "CI");
  await app.user.selectOptions(dialog.getByLabelText("Scope"), "triage");
  await app.user.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("plb_Ab3dEf")).toBeVisible();
  expect(calls[0]?.body).toEqual({ name: "CI", scope: "triage", expiresInDays: 90 });
  expect(await screen.findByText("plb_Ab3d…")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Copy token" }));
  expect(await navigator.clipboard.readText()).toBe("plb_Ab3dEf");
  await app.user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("plb_Ab3dEf")).toBeNull();
});

it("says why a token couldn't be created, and keeps the input", async () => {
  respond("listTokens", []);
  fail("createToken", 409, {
    code: "limit-reached",
    userMessage: "This workspace has reached its limit of 20 tokens.",
  });
  const app = await renderApp("/settings/tokens");
  await app.user.click(await screen.findByRole("button", { name: "Create token" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Name"), "CI");
  await app.user.click(dialog.getByRole("button", { name: "Create token" }));
  expect(await dialog.findByText(/limit of 20 tokens/)).toBeVisible();
  expect(dialog.getByLabelText("Name")).toHaveValue("CI");
});

it("revokes a token after asking, and shows which ones don't work", async () => {
  respond("listTokens", [
    aToken(),
    aToken({ id: "t2", name: "Old", status: "expired", lastUsedAt: "2026-11-02T00:00:00.000Z" }),
    aToken({ id: "t3", name: "Left", status: "creator-left" }),
  ]);
  const calls = respond("revokeToken", undefined);
  const app = await renderApp("/settings/tokens");
  expect(await screen.findByText("Expired")).toBeVisible();
  expect(screen.getByText("Creator left")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Revoke Old" }));
  await app.user.click(await screen.findByRole("button", { name: "Revoke token" }));
  expect(await screen.findByText("Token revoked")).toBeVisible();
  expect(calls[0]?.params).toEqual({ id: "t2" });
});

it.each([
  ["admin", true],
  ["editor", false],
] as const)("is in the settings' menu of an %s: %s", async (role, isShown) => {
  respond("getCurrentUser", member(role));
  respond("listMembers", []);
  respond("listInvitations", []);
  await renderApp("/settings/workspace");
  expect(await screen.findByRole("heading", { name: "Members" })).toBeVisible();
  expect(screen.queryAllByRole("link", { name: "API tokens" })).toHaveLength(isShown ? 1 : 0);
});

import { screen, waitFor, within } from "@testing-library/react";
import { signInWithEmailAndPassword } from "firebase/auth";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { callApi } from "@/lib/api-client";
import { apiServer, fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";

const me = aUser();
const counts = { connections: 1, setups: 2, runs: 31 };

beforeEach(() => {
  localStorage.clear();
  respondQuietly();
  respond("getCurrentUser", me);
  respond("getAccountDeletion", { deleted: [{ name: "Tests", ...counts }], kept: [], blocking: [] });
});

const button = (name: string) => screen.findByRole("button", { name });

it("saves a new name", async () => {
  const calls = respond("updateProfile", aUser({ displayName: "Ada Byron" }));
  const app = await renderApp("/settings/profile");
  const name = await screen.findByLabelText("Name");
  expect(await button("Save")).toBeDisabled();
  await app.user.clear(name);
  await app.user.type(name, "Ada Byron");
  await app.user.click(await button("Save"));
  expect(await screen.findByText("Name saved")).toBeVisible();
  expect(calls[0]?.body).toEqual({ displayName: "Ada Byron" });
});

it("saves a name and asks about the address changed with it, even if the account can't be read again", async () => {
  respond("updateProfile", aUser({ displayName: "Ada Byron" }));
  const changes = respond("changeEmail", undefined);
  const app = await renderApp("/settings/profile");
  const name = await screen.findByLabelText("Name");
  await app.user.clear(name);
  await app.user.type(name, "Ada Byron");
  await app.user.clear(screen.getByLabelText("Email"));
  await app.user.type(screen.getByLabelText("Email"), "new@example.com");
  apiServer.use(http.post(/:lookup/, () => HttpResponse.error(), { once: true }));
  await app.user.click(await button("Save"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await screen.findByText("Name saved")).toBeVisible();
  await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Send link" }));
  await waitFor(() => expect(changes.map(({ body }) => body)).toEqual([{ email: "new@example.com" }]));
});

it("asks for the password before a new address, and changes nothing yet", async () => {
  const calls = respond("changeEmail", undefined);
  const app = await renderApp("/settings/profile");
  const email = await screen.findByLabelText("Email");
  await app.user.clear(email);
  await app.user.type(email, "new@example.com");
  await app.user.click(await button("Save"));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Current password"), "wrong");
  await app.user.click(dialog.getByRole("button", { name: "Send link" }));
  expect(await dialog.findByText("The password is incorrect.")).toBeVisible();
  expect(calls).toHaveLength(0);
  await app.user.clear(dialog.getByLabelText("Current password"));
  await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText("Open the link that we sent to new@example.com.")).toBeVisible();
  expect(calls[0]?.body).toEqual({ email: "new@example.com" });
  expect(email).toHaveValue(me.email);
});

it("signs out other devices and stays signed in", async () => {
  const calls = respond("signOutEverywhere", undefined);
  const app = await renderApp("/settings/profile");
  await app.user.click(await button("Log out everywhere"));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Log out other devices" }));
  expect(await screen.findByText("Logged out everywhere else")).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(app.auth.currentUser?.email).toBe(me.email);
});

it.each([
  ["Change password", "Password changed", "a new password"],
  ["Log out everywhere", "Logged out everywhere else", demoPassword],
])(
  "%s keeps this browser signed in, even if a poll is refused in the meantime",
  async (action, title, next) => {
    const refused: string[] = [];
    apiServer.use(
      http.get("*/api/v1/setups", ({ request }) => {
        if (app.isValid(request)) return HttpResponse.json([]);
        refused.push("setups");
        return HttpResponse.json({ code: "unauthenticated", message: "Ended." }, { status: 401 });
      }),
    );
    const polls: Promise<unknown>[] = [];
    const isSignedIn: boolean[] = [];
    apiServer.events.on("request:start", ({ request }) => {
      if (request.url.endsWith("/sign-out-everywhere")) isSignedIn.push(app.isValid(request));
    });
    onTestFinished(() => apiServer.events.removeAllListeners());
    respond("signOutEverywhere", async () => {
      app.revokeSessions();
      // The poll gets its response before this browser knows that its session is over.
      polls.push(callApi("listSetups").catch((error: unknown) => error));
      await waitFor(() => expect(refused).toHaveLength(1));
      return undefined;
    });
    const app = await renderApp("/settings/profile");
    await app.user.click(await button(action));
    const dialog = within(await screen.findByRole("dialog"));
    await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
    const newPassword = dialog.queryByLabelText("New password");
    if (newPassword) await app.user.type(newPassword, next);
    await app.user.click(dialog.getByRole("button", { name: /Change password|Log out other devices/ }));
    expect(await screen.findByText(title)).toBeVisible();
    expect(isSignedIn).toEqual([true]);
    expect(await Promise.all(polls)).toEqual([[]]);
    expect(app.location()).toBe("/settings/profile");
    expect(screen.getByLabelText("Email")).toHaveValue(me.email);
    await signInWithEmailAndPassword(app.auth, me.email, next);
  },
);

it("says so if a new password couldn't end the other sessions, and keeps this one", async () => {
  fail("signOutEverywhere", 503, { code: "unavailable" });
  const app = await renderApp("/settings/profile");
  await app.user.click(await button("Change password"));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
  await app.user.type(dialog.getByLabelText("New password"), "a new password");
  await app.user.click(dialog.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText(/Other devices may still be logged in/)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  await signInWithEmailAndPassword(app.auth, me.email, "a new password");
});

it("counts what deleting an account removes, and requires typing the address", async () => {
  const calls = respond("deleteAccount", undefined);
  const app = await renderApp("/settings/profile");
  await app.user.click(await button("Delete account"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(
    await dialog.findByText("The workspace “Tests” with 1 connection, 2 setups and 31 runs"),
  ).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Delete account" });
  expect(confirm).toBeDisabled();
  await app.user.type(dialog.getByLabelText(`Type ${me.email} to confirm`), me.email);
  await app.user.click(confirm);
  expect(await screen.findByText("Account deleted")).toBeVisible();
  await waitFor(() => expect(app.location()).toBe("/login"));
  expect(calls[0]?.body).toEqual({ email: me.email });
  expect(app.auth.currentUser).toBeNull();
});

it("explains why the only owner of a workspace with members can't be deleted", async () => {
  respond("getAccountDeletion", { deleted: [], kept: [], blocking: [{ name: "Shop" }] });
  const app = await renderApp("/settings/profile");
  await app.user.click(await button("Delete account"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("You are the only owner of “Shop”")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Open members" })).toHaveAttribute("href", "/settings/workspace");
  expect(dialog.queryByRole("button", { name: "Delete account" })).toBeNull();
});

it("requests a data download, and says if its file was deleted", async () => {
  const calls = respond("exportMyData", undefined);
  fail("getDataExport", 404, { code: "not-found" });
  const app = await renderApp("/settings/profile?download=p1");
  await app.user.click(await button("Request download"));
  expect(await screen.findByText("Preparing your download")).toBeVisible();
  expect(calls).toHaveLength(1);
  await app.user.click(await button("Download file"));
  expect(await screen.findByText("This file has been deleted")).toBeVisible();
});

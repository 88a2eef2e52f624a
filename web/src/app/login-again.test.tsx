import { screen, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { apiServer, fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";

const refusal = { code: "sign-in-again", userMessage: "Enter your password again to do this." };

beforeEach(() => {
  localStorage.clear();
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("getAccountDeletion", { deleted: [], kept: [], blocking: [] });
});

async function requestDownload() {
  const app = await renderApp("/settings/profile");
  await app.user.click(await screen.findByRole("button", { name: "Request download" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it's you" }));
  return { app, dialog, password: dialog.getByLabelText("Current password") };
}

it("asks for the password when a login is too old, and goes on with a new token", async () => {
  const tokens: (string | null)[] = [];
  apiServer.use(
    http.post("*/api/v1/users/data-export", ({ request }) => {
      tokens.push(request.headers.get("Authorization"));
      return tokens.length === 1
        ? HttpResponse.json(refusal, { status: 403 })
        : new HttpResponse(null, { status: 204 });
    }),
  );
  const { app, dialog, password } = await requestDownload();
  await app.user.type(password, "wrong");
  await app.user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await dialog.findByText("The password is incorrect.")).toBeVisible();
  expect(tokens).toHaveLength(1);
  await app.user.clear(password);
  await app.user.type(password, demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("Preparing your download")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(new Set(tokens).size).toBe(2);
});

it("does nothing if the user cancels", async () => {
  const calls = fail("exportMyData", 403, refusal);
  const { app, dialog } = await requestDownload();
  await app.user.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Enter your password again to do this.")).toBeVisible();
  expect(calls).toHaveLength(1);
});

it("asks once, even if the server refuses the new login, too", async () => {
  const calls = fail("exportMyData", 403, refusal);
  const { app, dialog, password } = await requestDownload();
  await app.user.type(password, demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText("Enter your password again to do this.")).toBeVisible();
  expect(calls).toHaveLength(2);
});

it("keeps what was typed in the dialog below", async () => {
  let isFresh = false;
  const calls: unknown[] = [];
  apiServer.use(
    http.post("*/api/v1/users/deletion", async ({ request }) => {
      calls.push(await request.json());
      return isFresh ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(refusal, { status: 403 });
    }),
  );
  const me = aUser();
  const app = await renderApp("/settings/profile");
  await app.user.click(await screen.findByRole("button", { name: "Delete account" }));
  const deletion = within(await screen.findByRole("dialog"));
  await app.user.type(deletion.getByRole("textbox"), me.email);
  await app.user.click(deletion.getByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm it's you" }));
  isFresh = true;
  await app.user.type(dialog.getByLabelText("Current password"), demoPassword);
  await app.user.click(dialog.getByRole("button", { name: "Continue" }));
  await expect.poll(() => calls, { timeout: 15_000 }).toEqual([{ email: me.email }, { email: me.email }]);
});

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { demoPassword } from "@/testing/fake-auth";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", []);
  respond("listSetups", []);
});

async function fillIn(app: Awaited<ReturnType<typeof renderApp>>, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await app.user.type(await screen.findByLabelText(label), value);
}

it("logs in and goes home", async () => {
  const app = await renderApp("/login", { user: null });
  await fillIn(app, { Email: "demo@plumbline.dev", Password: demoPassword });
  await app.user.click(screen.getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(app.location()).toBe("/"));
});

it("says why a log-in failed", async () => {
  const app = await renderApp("/login", { user: null });
  await fillIn(app, { Email: "demo@plumbline.dev", Password: "wrong-one" });
  await app.user.click(screen.getByRole("button", { name: "Log In" }));
  expect(await screen.findByText("Sign in failed")).toBeVisible();
  expect(screen.getByText("The email or the password is wrong.")).toBeVisible();
});

const newAccount = { "Full name": "Ada Byron", Email: "ada@example.com", Password: "secret-1" };

it("signs up, names the account, creates the record and goes to the connections", async () => {
  const calls = respond("createUser", {
    email: newAccount.Email,
    displayName: newAccount["Full name"],
    firebaseUid: "uid-of-ada@example.com",
    emailNotifications: true,
  });
  const app = await renderApp("/signup", { user: null });
  await fillIn(app, newAccount);
  await app.user.click(screen.getByRole("button", { name: "Get Started" }));
  expect(await screen.findByText("Account created")).toBeVisible();
  expect(screen.getByText("Welcome to Plumbline! Your account has been created successfully.")).toBeVisible();
  await waitFor(() => expect(app.location()).toBe("/connections"));
  expect(calls[0]?.body).toEqual({
    email: "ada@example.com",
    displayName: "Ada Byron",
    firebaseUid: "uid-of-ada@example.com",
  });
});

it("says when the user record could not be created", async () => {
  fail("createUser", 500);
  const app = await renderApp("/signup", { user: null });
  await fillIn(app, newAccount);
  await app.user.click(screen.getByRole("button", { name: "Get Started" }));
  expect(await screen.findByText("Sign up failed")).toBeVisible();
  expect(screen.getByText("Failed to create user record")).toBeVisible();
});

it("asks for a password of at least 6 characters", async () => {
  await renderApp("/signup", { user: null });
  const password = await screen.findByLabelText("Password");
  expect(password).toHaveAttribute("minlength", "6");
  expect(password).toBeRequired();
  expect(screen.getByLabelText("Full name")).toBeRequired();
  expect(screen.getByLabelText("Email")).toHaveAttribute("type", "email");
});

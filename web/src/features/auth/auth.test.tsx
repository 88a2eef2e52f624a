import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { http, HttpResponse } from "msw";
import { apiServer, fail, respond } from "@/testing/api-server";
import { aUser } from "@/testing/builders";
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

it("says why a login failed", async () => {
  const app = await renderApp("/login", { user: null });
  await fillIn(app, { Email: "demo@plumbline.dev", Password: "wrong-one" });
  await app.user.click(screen.getByRole("button", { name: "Log In" }));
  expect(await screen.findByText("Sign in failed")).toBeVisible();
  expect(screen.getAllByText("The email or password is incorrect.")[0]).toBeVisible();
  expect(screen.getByLabelText("Password")).toHaveFocus();
});

const newAccount = { "Full name": "Ada Byron", Email: "ada@example.com", Password: "secret-1" };

it("signs up, names the account, creates the record and opens Connections", async () => {
  const calls = respond(
    "createUser",
    aUser({
      email: newAccount.Email,
      displayName: newAccount["Full name"],
      firebaseUid: "uid-of-ada@example.com",
    }),
  );
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

it("retries if the user record couldn't be created", async () => {
  let calls = 0;
  apiServer.use(
    http.post("*/api/v1/users", () =>
      ++calls < 3 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json(aUser(), { status: 201 }),
    ),
  );
  const app = await renderApp("/signup", { user: null });
  await fillIn(app, newAccount);
  await app.user.click(screen.getByRole("button", { name: "Get Started" }));
  expect(await screen.findByText(/Your account has been created successfully/)).toBeVisible();
  expect(calls).toBe(3);
});

it("doesn't call a sign-up failed if only the record is missing, since the account exists", async () => {
  fail("createUser", 500);
  const app = await renderApp("/signup", { user: null });
  await fillIn(app, newAccount);
  await app.user.click(screen.getByRole("button", { name: "Get Started" }));
  expect(await screen.findByText("Account created")).toBeVisible();
  expect(screen.getByText(/Failed to create user record\. You're logged in/)).toBeVisible();
  expect(screen.queryByText("Sign up failed")).toBeNull();
  await waitFor(() => expect(app.location()).toBe("/connections"));
});

it("shows each error under its field and focuses the first", async () => {
  const app = await renderApp("/signup", { user: null });
  await fillIn(app, { "Full name": "   ", Email: "ada", Password: "12345" });
  await app.user.click(screen.getByRole("button", { name: "Get Started" }));
  expect(await screen.findByText("Enter your full name.")).toBeVisible();
  const name = screen.getByLabelText("Full name");
  expect(name).toHaveAccessibleDescription("Enter your full name.");
  expect(name).toHaveFocus();
  expect(screen.getByLabelText("Email")).toBeInvalid();
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription(/Use at least 6 characters\./);
});

it("greets with the user record's name if the identity has none", async () => {
  respond("getCurrentUser", aUser({ displayName: "Ada of the Record" }));
  await renderApp("/connections", { user: { uid: "u2", email: "ada@example.com", displayName: "" } });
  expect((await screen.findAllByText("Ada of the Record")).length).toBeGreaterThan(0);
});

it("requires a password of at least 6 characters", async () => {
  await renderApp("/signup", { user: null });
  const password = await screen.findByLabelText("Password");
  expect(password).toHaveAttribute("minlength", "6");
  expect(password).toBeRequired();
  expect(screen.getByLabelText("Full name")).toBeRequired();
  expect(screen.getByLabelText("Email")).toHaveAttribute("type", "email");
});

it("takes the typed address along to the forgotten password and sign-up pages, and back", async () => {
  const app = await renderApp("/login", { user: null });
  await fillIn(app, { Email: "demo@plumbline.dev" });
  await app.user.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect(screen.getByLabelText("Email")).toHaveValue("demo@plumbline.dev");
  await app.user.type(screen.getByLabelText("Email"), ".example");
  await app.user.click(screen.getByRole("link", { name: "Back to Log In" }));
  await screen.findByRole("heading", { name: "Log in to Plumbline" });
  expect(screen.getByLabelText("Email")).toHaveValue("demo@plumbline.dev.example");
  await app.user.click(within(screen.getByRole("main")).getByRole("link", { name: "Get Started" }));
  await screen.findByRole("heading", { name: "Create your account" });
  expect(screen.getByLabelText("Email")).toHaveValue("demo@plumbline.dev.example");
});

it("opens the address that was asked for after a look at the forgotten password page", async () => {
  const app = await renderApp("/incidents?status=muted", { user: null });
  await screen.findByRole("heading", { name: "Log in to Plumbline" });
  await app.user.click(screen.getByRole("link", { name: "Forgot your password?" }));
  await fillIn(app, { Email: "demo@plumbline.dev" });
  respond("sendPasswordReset", undefined);
  await app.user.click(screen.getByRole("button", { name: "Send link" }));
  await app.user.click(await screen.findByRole("link", { name: "Back to Log In" }));
  await screen.findByRole("heading", { name: "Log in to Plumbline" });
  await fillIn(app, { Password: demoPassword });
  await app.user.click(screen.getByRole("button", { name: "Log In" }));
  await waitFor(() => expect(app.location()).toBe("/incidents?status=muted"));
});

describe("a link from an email", () => {
  const unreachable = (name: RegExp, isOnce = true) =>
    apiServer.use(http.post(name, () => HttpResponse.error(), { once: isOnce }));
  const redeemed = () =>
    apiServer.use(
      http.post(/:update/, () => HttpResponse.json({ email: "demo@plumbline.dev" }), { once: true }),
    );

  it("can be tried again if the sign-in service wasn't reached, and verifies the address once", async () => {
    const rendering = renderApp("/auth/action?mode=verifyEmail&oobCode=x");
    // After the provider's own answers, which come with the app.
    redeemed();
    unreachable(/:update/);
    const app = await rendering;
    expect(await screen.findByText(/couldn't reach the sign-in service/)).toBeVisible();
    expect(screen.queryByText("This link no longer works")).toBeNull();
    unreachable(/:lookup/, false);
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Email verified")).toBeVisible();
    await app.queryClient.invalidateQueries();
    expect(screen.getByText("Email verified")).toBeVisible();
  });

  it("keeps the new password that couldn't be sent", async () => {
    const app = await renderApp("/auth/action?mode=resetPassword&oobCode=x", { user: null });
    unreachable(/:resetPassword/);
    await app.user.type(await screen.findByLabelText("New password"), "secret-1");
    await app.user.click(screen.getByRole("button", { name: "Save password" }));
    expect(await screen.findByText(/couldn't reach the sign-in service/)).toBeVisible();
    expect(screen.getByLabelText("New password")).toHaveValue("secret-1");
  });

  it("changes the address at a second try", async () => {
    const app = await renderApp("/auth/action?mode=verifyAndChangeEmail&oobCode=x");
    redeemed();
    unreachable(/:update/);
    await app.user.click(await screen.findByRole("button", { name: "Change email address" }));
    expect(await screen.findByText("Your address hasn't changed yet")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Email address changed")).toBeVisible();
  });
});

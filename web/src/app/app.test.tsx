import { screen, waitFor, within } from "@testing-library/react";
import { signOut } from "firebase/auth";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aConnection, anIncident, aSetup, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(respondQuietly);

describe("signed out", () => {
  it.each([
    "/setups",
    "/setups/s1",
    "/setups/s1/edit",
    "/setups/new",
    "/setup-wizard",
    "/runs",
    "/setups/s1/runs",
    "/connections",
    "/connection-status/c1",
    "/data-settings",
    "/settings",
    "/reports/r1",
    "/reports/r1/event_stopped",
  ])("%s redirects to /login", async (path) => {
    const app = await renderApp(path, { user: null });
    await waitFor(() => expect(app.location()).toBe("/login"));
    expect(await screen.findByRole("heading", { name: "Log in to Plumbline" })).toBeVisible();
  });

  it("shows the signed-out navigation, external pages in a new tab", async () => {
    await renderApp("/login", { user: null });
    const nav = within(screen.getByRole("navigation", { name: "Main" }));
    expect(nav.getByRole("link", { name: "Home" })).toBeInTheDocument();
    expect(nav.getByRole("link", { name: "Use Cases" })).toHaveAttribute("href", "/use-cases");
    for (const name of ["Blog", "YouTube", "About"])
      expect(nav.getByRole("link", { name: new RegExp(name) })).toHaveAttribute("target", "_blank");
    expect(screen.getByRole("link", { name: "Log In" })).toHaveAttribute("href", "/login");
    for (const link of screen.getAllByRole("link", { name: "Get Started", hidden: true }))
      expect(link).toHaveAttribute("href", "/signup");
  });
});

it.each([null, undefined])("shows the 404 page on an unknown path (user %s)", async (user) => {
  await renderApp("/nothing/here", user === null ? { user } : {});
  expect(screen.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect(screen.getByText("There is no page at this address. Check the link, or go to Home.")).toBeVisible();
});

describe("signed in", () => {
  it("counts the open incidents in the menu, and shows nothing if there are none", async () => {
    const { timeline: _timeline, ...open } = anIncident();
    respond("listConnections", []);
    respond("listIncidents", [open, { ...open, id: "i2", status: "muted" }]);
    const { unmount } = await renderApp("/incidents");
    const nav = () => within(screen.getByRole("navigation", { name: "Main" }));
    await waitFor(() =>
      expect(nav().getByRole("link", { name: /^Incidents/ })).toHaveTextContent("Incidents 1 open"),
    );
    unmount();
    respond("listIncidents", []);
    await renderApp("/incidents");
    expect(nav().getByRole("link", { name: "Incidents" })).toBeInTheDocument();
  });

  it.each(["/login", "/signup", "/use-cases"])("%s redirects home", async (path) => {
    respond("listConnections", []);
    respond("listSetups", []);
    const app = await renderApp(path);
    await waitFor(() => expect(app.location()).toBe("/"));
  });

  it.each([
    ["/setups", "Setup"],
    ["/setup-wizard", "Setup"],
    ["/connections", "Connections"],
    ["/settingsx", null],
    ["/runs", "Setup"],
  ])("on %s the highlighted item is %s", async (path, name) => {
    for (const list of ["listConnections", "listSetups", "listRuns"] as const) respond(list, []);
    await renderApp(path);
    const current = within(screen.getByRole("navigation", { name: "Main" })).queryByRole("link", {
      current: "page",
    });
    if (name === null) expect(current).toBeNull();
    else expect(current).toHaveAccessibleName(name);
  });

  it("asks for a connection first", async () => {
    respond("listConnections", []);
    respond("listSetups", []);
    await renderApp("/");
    expect(await screen.findByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Set Up the Connection" })).toHaveAttribute(
      "href",
      "/connections",
    );
    expect(screen.getByRole("heading", { name: "Connect Your Data Source" })).toBeVisible();
    expect(screen.getByRole("heading", { name: "Create Data Quality Checks" })).toBeVisible();
    expect(screen.getByText("Complete step 1 first.")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Create Setup" })).toBeNull();
  });

  it("then asks for a setup, with a check mark at the completed step", async () => {
    respond("listConnections", [aConnection()]);
    respond("listSetups", []);
    await renderApp("/");
    expect(await screen.findByRole("link", { name: "Create Setup" })).toHaveAttribute("href", "/setups");
    expect(screen.getByRole("img", { name: "Completed" })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Set Up the Connection" })).toBeNull();
  });

  it("says if the only connection could not be verified, and links to it", async () => {
    respond("listConnections", [aConnection({ status: "failed" })]);
    respond("listSetups", []);
    await renderApp("/");
    expect(await screen.findByText("Storefront production couldn't be verified.")).toBeVisible();
    expect(screen.getByRole("link", { name: "View connection" })).toHaveAttribute(
      "href",
      "/connection-status/c1",
    );
    expect(screen.queryByRole("img", { name: "Completed" })).toBeNull();
  });

  it("does not tick a connection that is not verified yet", async () => {
    respond("listConnections", [aConnection({ status: "pending" })]);
    respond("listSetups", []);
    await renderApp("/");
    expect(await screen.findByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
    expect(screen.queryByRole("img", { name: "Completed" })).toBeNull();
  });

  it("shows an error with a retry when home cannot be loaded", async () => {
    fail("listConnections", 503);
    respond("listSetups", [aSetup()]);
    const app = await renderApp("/");
    expect(await screen.findByText("Failed to fetch /api/v1/mixpanel/connections")).toBeVisible();
    respond("listConnections", []);
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Complete Your Setup" })).toBeVisible();
  });

  it("moves the focus to each new page, but not to the first one", async () => {
    respond("listSetups", []);
    respond("listConnections", [aConnection()]);
    const app = await renderApp("/setups");
    expect(document.body).toHaveFocus();
    await app.user.click(
      within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Connections" }),
    );
    await screen.findByText("Storefront production");
    expect(screen.getByRole("main")).toHaveFocus();
  });

  it("logs out, clears the cache and leaves the page", async () => {
    respond("listSetups", [aSetup()]);
    const app = await renderApp("/setups");
    await screen.findByText("Core funnel tracking");
    await app.user.click(screen.getAllByRole("button", { name: "Logout" })[0]!);
    await waitFor(() => expect(app.location()).toBe("/login"));
    expect(app.queryClient.getQueryCache().getAll()).toEqual([]);
  });

  it("also clears the cache when the provider ends the session", async () => {
    respond("listSetups", [aSetup()]);
    const app = await renderApp("/setups");
    await screen.findByText("Core funnel tracking");
    await signOut(app.auth);
    await waitFor(() => expect(app.queryClient.getQueryCache().getAll()).toEqual([]));
  });

  it("signs out and says so if the server refuses the token and the provider has ended the session", async () => {
    respond("listSetups", [aSetup()]);
    const app = await renderApp("/setups");
    await screen.findByText("Core funnel tracking");
    app.endSessions();
    fail("getSetup", 401, { code: "unauthenticated", message: "The token is revoked." });
    respond("listSetupRuns", []);
    await app.user.click(screen.getByRole("link", { name: "View Details" }));
    await waitFor(() => expect(app.location()).toBe("/login"));
    expect(screen.getByText("Your session has ended")).toBeVisible();
    expect(screen.getByText("Log in again to continue.")).toBeVisible();
  });

  it("says so as well if the provider refuses first, when it is asked whether the address is verified", async () => {
    respond("getCurrentUser", aUser({ emailVerified: false }));
    respond("listSetups", [aSetup()]);
    const app = await renderApp("/setups");
    await screen.findByText("Core funnel tracking");
    await screen.findByRole("complementary", { name: "Verify your email" });
    app.endSessions();
    window.dispatchEvent(new Event("focus"));
    await waitFor(() => expect(app.location()).toBe("/login"));
    expect(await screen.findByText("Your session has ended")).toBeVisible();
  });

  it("stays signed in if the server refuses a token that the provider still accepts", async () => {
    fail("listSetups", 401, { code: "unauthenticated", message: "The token is not valid." });
    const app = await renderApp("/setups");
    expect(await screen.findByText("The token is not valid.")).toBeVisible();
    expect(app.location()).toBe("/setups");
  });
});

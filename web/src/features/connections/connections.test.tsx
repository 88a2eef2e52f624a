import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, hang, heldBack, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, anActiveRun, aSetup, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { splitSentence } from "./status-heading";

beforeEach(() => {
  respondQuietly();
  respond("listSetups", []);
  respond("listDetectors", []);
});

const failed = aConnection({
  id: "c2",
  projectName: null,
  projectId: "1000002",
  status: "failed",
  region: "eu",
  lastVerifiedAt: null,
  capabilities: null,
  verificationError: {
    code: "no-project-access",
    message: "The credentials were rejected; confirm the secret.",
  },
});
const pending = aConnection({ status: "pending", lastVerifiedAt: null, capabilities: null });

describe("the list", () => {
  it("shows each connection with its actions", async () => {
    respond("listConnections", [aConnection(), failed]);
    await renderApp("/connections");
    const good = within(await screen.findByRole("region", { name: "Storefront production" }));
    for (const text of ["Connected", "Project ID 1000001", "United States", "Nov 20, 2026"])
      good.getByText(text);
    expect(good.queryByRole("button", { name: /Verif/ })).toBeNull();
    const bad = within(screen.getByRole("region", { name: "1000002" }));
    for (const text of ["Failed", "Europe", "Never"]) bad.getByText(text);
    bad.getByRole("button", { name: "Retry Verification" });
    bad.getByRole("button", { name: "Edit" });
  });

  it("moves the focus to the form that was opened, and back to the button", async () => {
    respond("listConnections", [aConnection()]);
    const { user } = await renderApp("/connections");
    const edit = await screen.findByRole("button", { name: "Edit" });
    await user.click(edit);
    expect(screen.getByLabelText("Project ID")).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(edit).toHaveFocus());
  });

  it("shows the form if there are none; missing required fields disable the button", async () => {
    respond("listConnections", []);
    const calls = respond("createConnection", pending);
    respond("getConnection", pending);
    hang("verifyConnection");
    const app = await renderApp("/connections");
    const button = await screen.findByRole("button", { name: "Add and Verify" });
    expect(button).toBeDisabled();
    expect(screen.getByText(/Admin role/)).toBeInTheDocument();
    expect(screen.getByLabelText("Data region")).toHaveValue("us");
    expect(screen.getByLabelText("Service account secret")).toHaveAttribute("type", "password");
    await app.user.type(screen.getByLabelText("Project ID"), "10x");
    await app.user.type(screen.getByLabelText("Service account username"), "robot");
    await app.user.type(screen.getByLabelText("Service account secret"), "s3cret");
    await app.user.click(button);
    expect(await screen.findByText("The project ID is a number without leading zeros.")).toBeVisible();
    await app.user.clear(screen.getByLabelText("Project ID"));
    await app.user.type(screen.getByLabelText("Project ID"), "1000001");
    await app.user.click(button);
    await waitFor(() => expect(app.location()).toBe("/connection-status/c1"));
    expect(await screen.findByRole("heading", { name: "Verifying Connection..." })).toBeVisible();
    expect(screen.getByRole("button", { name: "Verifying..." })).toBeDisabled();
    expect(calls[0]?.body).toEqual({
      projectId: "1000001",
      serviceUsername: "robot",
      secretRef: "s3cret",
      region: "us",
    });
  });

  it("warns that the project is already connected, and still saves", async () => {
    respond("listConnections", [aConnection()]);
    const { user } = await renderApp("/connections");
    await user.click(await screen.findByRole("button", { name: "Add Connection" }));
    const warning = "“Storefront production” is already connected to this project";
    await user.type(screen.getByLabelText("Project ID"), "100000");
    expect(screen.queryByText(warning)).toBeNull();
    await user.type(screen.getByLabelText("Project ID"), "1");
    expect(screen.getByText(warning)).toBeVisible();
    await user.type(screen.getByLabelText("Service account username"), "robot");
    await user.type(screen.getByLabelText("Service account secret"), "s3cret");
    expect(screen.getByRole("button", { name: "Add and Verify" })).toBeEnabled();
  });

  it("doesn't warn of the connection that is being edited", async () => {
    respond("listConnections", [aConnection()]);
    await renderApp("/connections?edit=c1");
    expect(await screen.findByLabelText("Project ID")).toHaveValue("1000001");
    expect(screen.queryByText(/is already connected/)).toBeNull();
    await waitFor(() => expect(document.title).toBe("Edit Storefront production · Plumbline"));
  });

  it("keeps the secret if it is left empty when editing", async () => {
    respond("listConnections", [aConnection()]);
    respond("getConnection", aConnection());
    const calls = respond("updateConnection", aConnection());
    const app = await renderApp("/connections?edit=c1");
    expect(await screen.findByText("Leave empty to keep the current secret.")).toBeVisible();
    await app.user.click(screen.getByRole("button", { name: "Save and Verify" }));
    await waitFor(() => expect(app.location()).toBe("/connection-status/c1?source=edit"));
    expect(calls[0]?.body).toMatchObject({ secretRef: "" });
    expect(await screen.findByRole("link", { name: "Back to Connections" })).toHaveAttribute(
      "href",
      "/connections",
    );
  });

  it("also deletes the reports of its runs if asked to", async () => {
    respond("listConnections", [aConnection()]);
    const calls = respond("deleteConnection", undefined);
    const app = await renderApp("/connections");
    await app.user.click(await screen.findByRole("button", { name: "Delete connection" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await app.user.click(dialog.getByRole("checkbox", { name: "Also delete reports from its runs" }));
    await app.user.click(dialog.getByRole("button", { name: "Delete Connection" }));
    expect(await screen.findByText("Connection deleted successfully.")).toBeVisible();
    expect(calls[0]?.query.get("reports")).toBe("delete");
  });

  it("asks before deleting, and says why it was refused", async () => {
    respond("listConnections", [aConnection()]);
    fail("deleteConnection", 409, { code: "connection-in-use", userMessage: "A setup uses it." });
    const app = await renderApp("/connections");
    await app.user.click(await screen.findByRole("button", { name: "Delete connection" }));
    await app.user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete Connection" }),
    );
    expect(await screen.findByText("Failed to delete connection")).toBeVisible();
    expect(screen.getByText("A setup uses it.")).toBeVisible();
  });
});

it.each([
  [
    "The credentials were rejected; confirm the secret.",
    "The credentials were rejected",
    "Confirm the secret.",
  ],
  ["Mixpanel refused. Try again.", "Mixpanel refused", "Try again."],
  ["Project 1.5 is unknown.", "Project 1.5 is unknown.", ""],
])("splits '%s' into what is wrong and what to do", (message, head, rest) =>
  expect(splitSentence(message)).toEqual({ head, rest }),
);

describe("the status page", () => {
  it("verifies a pending connection automatically and links to the next step", async () => {
    respond("getConnection", pending);
    const calls = respond("verifyConnection", () => {
      respond("getConnection", aConnection());
      return aConnection();
    });
    await renderApp("/connection-status/c1");
    expect(await screen.findByRole("heading", { name: "Connection Successful!" })).toBeVisible();
    expect(screen.getByText("Connection verification completed.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Continue to Setup" })).toHaveAttribute("href", "/setup-wizard");
    expect(calls).toHaveLength(1);
  });

  it("runs all recommended checks, says what is happening, and opens the report", async () => {
    respond("getConnection", aConnection());
    respond("listDetectors", aCatalogue());
    const created = respond("createSetup", aSetup());
    const started = respond("startRun", () => {
      respond("listActiveRuns", [anActiveRun()]);
      return { id: "r1", status: "pending", setupId: "s1" };
    });
    const app = await renderApp("/connection-status/c1");
    await app.user.click(await screen.findByRole("button", { name: "Run Recommended Checks" }));
    expect(await screen.findByText("Your first run is underway")).toBeVisible();
    expect(screen.getByRole("progressbar", { name: "Reading days" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Run Recommended Checks" })).toBeNull();
    expect(created[0]!.body).toMatchObject({ connectionId: "c1", scheduleCron: "" });
    expect((created[0]!.body as { selectedDetectors: unknown[] }).selectedDetectors).toHaveLength(9);
    expect(started[0]!.params).toEqual({ id: "s1" });
    fail("getRunReport", 404, { code: "not-found", message: "No such run." });
    respond("listActiveRuns", []);
    await app.queryClient.invalidateQueries({ queryKey: ["active-run"] });
    await waitFor(() => expect(app.location()).toBe("/reports/r1"));
  });

  it("reuses the setup if the first start was refused", async () => {
    respond("getConnection", aConnection());
    respond("listDetectors", aCatalogue());
    const created = respond("createSetup", () => {
      respond("listSetups", [aSetup()]);
      return aSetup();
    });
    fail("startRun", 503, { code: "unavailable", message: "Try again." });
    const app = await renderApp("/connection-status/c1");
    await app.user.click(await screen.findByRole("button", { name: "Run Recommended Checks" }));
    expect(await screen.findByText("Failed to start run")).toBeVisible();
    const started = respond("startRun", { id: "r1", status: "pending", setupId: "s1" });
    await app.user.click(screen.getByRole("button", { name: "Run Recommended Checks" }));
    await waitFor(() => expect(started).toHaveLength(1));
    expect(created).toHaveLength(1);
  });

  it("shows its next step only where nothing that is still loading can move it", async () => {
    respond("getConnection", aConnection());
    const [setups, annotations] = [heldBack([]), heldBack({ isOn: true, count: 1, problem: null })];
    respond("listSetups", () => setups.answer);
    respond("getMixpanelAnnotations", () => annotations.answer);
    await renderApp("/connection-status/c1");
    expect(await screen.findByRole("heading", { name: "Connection Successful!" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Continue to Setup" })).toBeNull();
    setups.release();
    const next = await screen.findByRole("link", { name: "Continue to Setup" });
    annotations.release();
    const below = await screen.findByText("Annotate incidents in Mixpanel");
    expect(next.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("shows its next step although what would offer a first run can't be loaded", async () => {
    respond("getConnection", aConnection());
    for (const name of ["listSetups", "listActiveRuns", "listDetectors"] as const) fail(name, 500);
    await renderApp("/connection-status/c1");
    expect(await screen.findByRole("link", { name: "Continue to Setup" })).toBeVisible();
  });

  it("offers no first run if there is a setup", async () => {
    respond("getConnection", aConnection());
    respond("listSetups", [aSetup()]);
    await renderApp("/connection-status/c1");
    expect(await screen.findByRole("link", { name: "Continue to Setup" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Run Recommended Checks" })).toBeNull();
  });

  it("says why verification failed, and retries", async () => {
    respond("getConnection", failed);
    const app = await renderApp("/connection-status/c2");
    expect(await screen.findByRole("heading", { name: "Connection Failed" })).toBeVisible();
    expect(screen.getByText("The credentials were rejected")).toBeVisible();
    expect(screen.getByText("Confirm the secret.")).toBeVisible();
    fail("verifyConnection", 422, { code: "verification-failed", details: { mixpanelStatus: 403 } });
    await app.user.click(screen.getByRole("button", { name: "Retry Verification" }));
    expect(await screen.findByText("Failed to verify connection")).toBeVisible();
    expect(
      screen.getByText(
        "Access to the project was denied; ensure the service account has the necessary permissions.",
      ),
    ).toBeVisible();
  });

  it("sends a rejected secret to other regions only if asked to", async () => {
    respond("getConnection", { ...failed, verificationError: { code: "wrong-credentials", message: "No." } });
    const calls = respond("verifyConnection", aConnection());
    const app = await renderApp("/connection-status/c2");
    await app.user.click(await screen.findByRole("button", { name: "Retry Verification" }));
    await waitFor(() => expect(calls).toHaveLength(1));
    await app.user.click(await screen.findByRole("button", { name: "Try Other Regions" }));
    await waitFor(() =>
      expect(calls.map(({ body }) => body)).toEqual([undefined, { tryOtherRegions: true }]),
    );
  });

  it("saves and verifies the region that the project is in, with one button", async () => {
    const verificationError = { code: "wrong-region", message: "It is in Europe.", region: "eu" } as const;
    respond("getConnection", { ...failed, verificationError });
    const saved = respond("updateConnection", { ...failed, verificationError: null, status: "pending" });
    const verified = respond("verifyConnection", aConnection());
    const app = await renderApp("/connection-status/c2");
    await app.user.click(await screen.findByRole("button", { name: "Use Europe and Verify" }));
    await waitFor(() => expect(verified).toHaveLength(1));
    expect(saved.map(({ body }) => body)).toEqual([{ region: "eu" }]);
  });

  it("offers to edit first where another try would fail again", async () => {
    respond("getConnection", { ...failed, verificationError: { code: "bad-project-id", message: "No." } });
    await renderApp("/connection-status/c2");
    const edit = await screen.findByRole("link", { name: "Edit" });
    const retry = screen.getByRole("button", { name: "Retry Verification" });
    expect(edit.compareDocumentPosition(retry)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("leaves a connection that stays pending ready to verify", async () => {
    respond("getConnection", pending);
    fail("verifyConnection", 429);
    await renderApp("/connection-status/c1");
    expect(await screen.findByRole("heading", { name: "Ready to Verify Connection" })).toBeVisible();
    screen.getByRole("button", { name: "Verify Connection" });
    screen.getByRole("button", { name: "Check Status" });
  });

  it("says that an unknown connection doesn't exist", async () => {
    fail("getConnection", 404);
    await renderApp("/connection-status/c9");
    expect(await screen.findByText("Connection Not Found")).toBeVisible();
  });
});

describe("annotations in Mixpanel", () => {
  const off = { isOn: false, count: 0, problem: null };

  it("are turned on by admins, and say if Mixpanel refuses one", async () => {
    respond("getConnection", aConnection());
    respond("getMixpanelAnnotations", off);
    const calls = respond("switchMixpanelAnnotations", { isOn: true, count: 0, problem: "refused" });
    const { user } = await renderApp("/connection-status/c1");
    await user.click(await screen.findByRole("switch", { name: "Annotate incidents in Mixpanel" }));
    expect(await screen.findByText("Mixpanel refused the last annotation")).toBeVisible();
    expect(screen.getByText("No annotations in Mixpanel now.")).toBeVisible();
    expect(calls).toMatchObject([{ params: { id: "c1" }, body: { isOn: true } }]);
  });

  it("are shown to others without the switch", async () => {
    respond("getCurrentUser", aUser({ workspaces: [{ ...aUser().workspaces[0]!, role: "editor" }] }));
    respond("getConnection", aConnection());
    respond("getMixpanelAnnotations", { ...off, isOn: true, count: 2 });
    await renderApp("/connection-status/c1");
    expect(await screen.findByText("2 annotations in Mixpanel now.")).toBeVisible();
    expect(screen.queryByRole("switch")).toBeNull();
  });
});

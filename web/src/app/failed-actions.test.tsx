import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { identityErrorText } from "@/lib/identity-error";
import { messages } from "@/lib/messages";
import { fail, hang, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, aRun, aSetup, someDataSettings } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { regionLabels } from "@/lib/names";

type App = Awaited<ReturnType<typeof renderApp>>;

const running = aRun({ status: "running", finishedAt: null, summary: null });

beforeEach(() => {
  respondQuietly();
  respond("listDetectors", aCatalogue());
  respond("listConnections", [aConnection()]);
  respond("getConnection", aConnection());
  respond("listSetups", [aSetup()]);
  respond("getSetup", aSetup());
  respond("listSetupRuns", []);
  respond("getSetupEstimate", { rowsPerRun: null, perDetector: [] });
  respond("listRuns", [aRun()]);
  respond("getDataSettings", someDataSettings());
});

const press = async ({ user }: App, name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));

/** Pastes the text, because typing renders the page once per letter. */
async function fill({ user }: App, label: string, text: string) {
  await user.click(await screen.findByLabelText(label));
  await user.paste(text);
}

async function fillConnection(app: App) {
  await fill(app, "Project ID", "1000001");
  await fill(app, "Service account username", "robot");
  await fill(app, "Service account secret", "s3cret");
  await press(app, "Add and Verify");
}

async function editSetup(app: App) {
  await press(app, "Next");
  await press(app, "Next");
  await press(app, "Update Setup");
}

describe("a failed action is named by its area", () => {
  it.each<
    [title: string, path: string, endpoint: Parameters<typeof fail>[0], act: (app: App) => Promise<void>]
  >([
    ["Failed to pause setup", "/setups/s1", "updateSetup", (app) => press(app, "Pause Setup")],
    ["Failed to update setup", "/setups/s1/edit", "updateSetup", editSetup],
    [
      "Failed to delete run",
      "/runs",
      "deleteRun",
      async (app) => {
        await press(app, "Delete run");
        await app.user.click(
          within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete Run" }),
        );
      },
    ],
    [
      "Failed to create connection",
      "/connections",
      "createConnection",
      async (app) => {
        await press(app, /Add Connection/);
        await fillConnection(app);
      },
    ],
    [
      "Failed to update connection",
      "/connections?edit=c1",
      "updateConnection",
      (app) => press(app, "Save and Verify"),
    ],
    [
      "Failed to update data settings",
      "/data-settings",
      "updateDataSettings",
      async (app) => {
        await app.user.click(await screen.findByRole("switch", { name: "Exclude add_to_cart" }));
        await press(app, "Save Changes");
      },
    ],
  ])("%s", async (title, path, endpoint, act) => {
    fail(endpoint, 500, { message: "The database is away." });
    const app = await renderApp(path);
    await act(app);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText("The database is away.")).toBeVisible();
  });

  it("Failed to resume setup", async () => {
    respond("getSetup", aSetup({ status: "paused" }));
    fail("updateSetup", 503);
    await press(await renderApp("/setups/s1"), "Resume Setup");
    expect(await screen.findByText("Failed to resume setup")).toBeVisible();
    expect(screen.getByText("Temporarily unavailable; try again later.")).toBeVisible();
  });

  it("Failed to cancel run", async () => {
    respond("listRuns", [running]);
    fail("cancelRun", 409, { code: "run-not-active", message: "The run has ended." });
    await press(await renderApp("/runs"), "Cancel");
    expect(await screen.findByText("Failed to cancel run")).toBeVisible();
  });
});

describe("a successful action says so", () => {
  it("when a setup is updated, after 'Updating...'", async () => {
    hang("updateSetup");
    const app = await renderApp("/setups/s1/edit");
    await editSetup(app);
    expect(screen.getByRole("button", { name: "Updating..." })).toBeDisabled();
    app.unmount();
    respond("updateSetup", aSetup());
    await editSetup(await renderApp("/setups/s1/edit"));
    expect(await screen.findByText("Your setup has been updated.")).toBeVisible();
  });

  it("when a setup is being created", async () => {
    hang("createSetup");
    const app = await renderApp("/setups/new");
    await fill(app, "Setup name", "New");
    await press(app, "Next");
    await app.user.click(await screen.findByRole("checkbox", { name: "Check event_stopped" }));
    await press(app, "Next");
    await press(app, "Create Setup");
    expect(screen.getByRole("button", { name: "Creating..." })).toBeDisabled();
  });

  it("when a connection is created or changed", async () => {
    hang("verifyConnection");
    respond("createConnection", aConnection({ status: "pending" }));
    respond("updateConnection", aConnection({ status: "pending" }));
    respond("getConnection", aConnection({ status: "pending" }));
    const app = await renderApp("/connections");
    await press(app, /Add Connection/);
    await fillConnection(app);
    expect(await screen.findByText("Your connection has been created and is being verified.")).toBeVisible();
    app.unmount();
    await press(await renderApp("/connections?edit=c1"), "Save and Verify");
    expect(await screen.findByText("Your connection has been updated and is being verified.")).toBeVisible();
  });

  it("when verification works after a failure", async () => {
    const broken = {
      code: "no-project-access" as const,
      message: "The credentials were rejected; confirm the secret.",
    };
    respond("getConnection", aConnection({ status: "failed", verificationError: broken }));
    respond("verifyConnection", aConnection());
    await press(await renderApp("/connection-status/c1"), "Retry Verification");
    expect(await screen.findByText("Connection verification completed after a retry.")).toBeVisible();
  });
});

it("explains a sync that failed without a reason", async () => {
  const latestSync = { status: "failed" as const, startedAt: "2026-11-21T10:00:00.000Z", errorMessage: null };
  respond("getDataSettings", someDataSettings({ latestSync }));
  await renderApp("/data-settings");
  expect(await screen.findByText("Last sync failed")).toBeVisible();
  expect(screen.getByText(/We couldn't complete the schema sync\. Please try again\./)).toBeVisible();
});

it("explains a login that failed without a reason", () => {
  expect(identityErrorText(null, messages.auth.signInHint)).toBe(
    "Please check your credentials and try again.",
  );
  expect(identityErrorText(null, messages.auth.signUpHint)).toBe("Please try again.");
});

it("calls the regions by their names", () =>
  expect(regionLabels).toEqual({ us: "United States", eu: "Europe", india: "India" }));

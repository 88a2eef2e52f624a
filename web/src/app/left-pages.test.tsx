import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, hang, heldBack, respond } from "@/testing/api-server";
import { aCatalogue, aConnection, anActiveRun, aRun, aSetup } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("getConnection", aConnection());
  respond("listSetups", [aSetup()]);
  respond("getSetup", aSetup());
  respond("listSetupRuns", []);
  respond("listDetectors", aCatalogue());
  respond("getSetupEstimate", { rowsPerRun: null, perDetector: [] });
});

const goTo = (app: Awaited<ReturnType<typeof renderApp>>, item: string) =>
  app.user.click(
    within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: item, hidden: true }),
  );

describe("an action reports its outcome even after its page is gone", () => {
  it("when the canceled run removes the notice with the button", async () => {
    respond("listActiveRuns", [anActiveRun()]);
    const app = await renderApp("/setups/s1");
    const cancel = await screen.findByRole("button", { name: "Cancel Run" });
    const lists = heldBack([aRun({ status: "cancelled" })]);
    respond("listSetupRuns", () => lists.answer);
    respond("cancelRun", () => {
      respond("listActiveRuns", []);
      return aRun({ status: "cancelled" });
    });
    await app.user.click(cancel);
    await waitFor(() => expect(screen.queryByText("Active Run in Progress")).toBeNull());
    lists.release();
    expect(await screen.findByText("Run has been cancelled.")).toBeVisible();
  });

  it("when the page is left before a verification ends", async () => {
    respond("getConnection", aConnection({ status: "pending" }));
    const outcome = heldBack(aConnection());
    respond("verifyConnection", () => outcome.answer);
    const app = await renderApp("/connection-status/c1");
    await screen.findByRole("heading", { name: "Verifying Connection..." });
    await goTo(app, "Setup");
    outcome.release();
    expect(await screen.findByText("Connection verification completed.")).toBeVisible();
    expect(app.location()).toBe("/setups");
  });

  it("when the wizard is left before the setup is saved, without navigating then", async () => {
    const outcome = heldBack(aSetup());
    respond("updateSetup", () => outcome.answer);
    const app = await renderApp("/setups/s1/edit");
    for (const name of ["Next", "Next", "Update Setup"])
      await app.user.click(await screen.findByRole("button", { name }));
    await goTo(app, "Connections");
    await screen.findByRole("heading", { name: "Connections" });
    outcome.release();
    expect(await screen.findByText("Your setup has been updated.")).toBeVisible();
    expect(app.location()).toBe("/connections");
  });
});

it("a setup that was just deleted is not requested again before its page navigates away", async () => {
  const app = await renderApp("/setups/s1");
  await app.user.click(await screen.findByRole("button", { name: "Delete Setup" }));
  respond("deleteSetup", undefined);
  const lookUps = fail("getSetup", 404);
  respond("listSetups", []);
  await app.user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete Setup" }),
  );
  expect(await screen.findByText("Setup has been deleted.")).toBeVisible();
  await waitFor(() => expect(app.location()).toBe("/setups"));
  expect(await screen.findByText("No setups yet")).toBeVisible();
  expect(lookUps).toHaveLength(0);
});

it("the first connection leads to its status page without waiting for the list", async () => {
  respond("listConnections", []);
  const app = await renderApp("/connections");
  for (const [label, text] of [
    ["Project ID", "1000001"],
    ["Service account username", "robot"],
    ["Service account secret", "s3cret"],
  ] as const) {
    await app.user.click(await screen.findByLabelText(label));
    await app.user.paste(text);
  }
  respond("createConnection", aConnection({ status: "pending" }));
  hang("verifyConnection");
  hang("listConnections");
  await app.user.click(screen.getByRole("button", { name: "Add and Verify" }));
  await waitFor(() => expect(app.location()).toBe("/connection-status/c1"));
});

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { respond } from "@/testing/api-server";
import { aChannel, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

it.each([
  ["/settings/channels?add=slack", null, "Add channel"],
  ["/settings/channels", "Add route", "Add route"],
  ["/settings/workspace?invite", null, "Invite people"],
  ["/settings/tokens", "Create token", "Create API token"],
])(
  "at %s, a form says that the address must be verified before anything is typed",
  async (path, open, title) => {
    respondQuietly();
    respond("getCurrentUser", aUser({ emailVerified: false }));
    respond("listChannels", [aChannel()]);
    respond("previewRoute", { total: 0, matching: [] });
    for (const name of ["listRoutes", "listMembers", "listInvitations", "listTokens"] as const)
      respond(name, []);
    for (const name of ["listDeliveries", "listConnections", "listSetups"] as const) respond(name, []);
    const { user } = await renderApp(path);
    if (open) await user.click(await screen.findByRole("button", { name: open }));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(dialog.getByText(/^Verify .* first\./)).toBeVisible();
    const buttons = dialog.getAllByRole("button").map((button) => button.textContent);
    expect(buttons).toContain("Send email again");
    expect(buttons).not.toContain(open ?? title);
  },
);

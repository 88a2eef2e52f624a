import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fail } from "@/testing/api-server";
import { renderApp, respondQuietly } from "@/testing/render-app";

beforeEach(() => respondQuietly());
afterEach(() => vi.restoreAllMocks());

it.each([
  ["done", "Card saved", /Continue in the window you came from/],
  ["cancelled", "No card was saved", /try again/],
])(
  "the checkout window closes itself when checkout is %s, and shows a message if it cannot",
  async (outcome, title, text) => {
    const close = vi.spyOn(window, "close").mockImplementation(() => undefined);
    await renderApp(`/settings?checkout=${outcome}`);
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(close).toHaveBeenCalledOnce();
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.getByRole("link", { name: "Go to Settings" })).toHaveAttribute("href", "/settings");
  },
);

it("any other value at that address shows the settings page", async () => {
  const close = vi.spyOn(window, "close").mockImplementation(() => undefined);
  fail("getBillingSummary", 503);
  fail("getCurrentUser", 503);
  await renderApp("/settings?checkout=maybe");
  expect(await screen.findByRole("heading", { name: "Settings" })).toBeVisible();
  expect(close).not.toHaveBeenCalled();
});

it("signed-out users are sent to the login page", async () => {
  await renderApp("/settings?checkout=done", { user: null });
  await waitFor(() => expect(screen.getByRole("button", { name: "Log In" })).toBeVisible());
});

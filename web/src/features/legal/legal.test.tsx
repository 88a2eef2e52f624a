import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { respond } from "@/testing/api-server";

beforeEach(respondQuietly);

it("the privacy page says what is kept and who runs the installation", async () => {
  respond("getOperator", { name: "Example Ltd", address: "1 Main St", email: "privacy@example.com" });
  await renderApp("/privacy");
  expect(await screen.findByRole("heading", { name: "Privacy" })).toBeVisible();
  expect(screen.getByText(/Kept for 400 days/)).toBeVisible();
  expect(await screen.findByText("Example Ltd, 1 Main St")).toBeVisible();
  expect(screen.getByRole("link", { name: "privacy@example.com" })).toBeVisible();
});

it("the terms say so if the operator has not published a name", async () => {
  respond("getOperator", { name: null, address: null, email: null });
  await renderApp("/terms");
  expect(await screen.findByRole("heading", { name: "Terms" })).toBeVisible();
  expect(await screen.findByText(/has not published a name/)).toBeVisible();
});

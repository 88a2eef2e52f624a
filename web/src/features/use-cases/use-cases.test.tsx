import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { respond } from "@/testing/api-server";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { detectorNames } from "@/lib/detector-names";

it("explains nine use cases, one open at first, each with meaning and example", async () => {
  // Like the script in `index.html`; without it, every text is expanded.
  document.documentElement.classList.add("light");
  const { user } = await renderApp("/use-cases", { user: null });
  const headings = await screen.findAllByRole("button", { expanded: false, name: /Event|User/ });
  expect(headings).toHaveLength(8);
  for (const name of Object.values(detectorNames)) expect(screen.getByText(name)).toBeVisible();
  expect(screen.getAllByText("What it means")).toHaveLength(9);
  expect(screen.getAllByText("Example")).toHaveLength(9);
  expect(screen.getByText("Configurable thresholds")).toBeVisible();

  expect(screen.getByText(/Checkout Started falls by 40%/)).toBeVisible();
  expect(screen.getByText("Checkout Started")).toBeVisible();

  const second = headings[0]!;
  const region = document.getElementById(second.getAttribute("aria-controls") ?? "");
  expect(region).not.toBeVisible();
  await user.click(second);
  expect(second).toHaveAttribute("aria-expanded", "true");
  expect(region).toBeVisible();
});

it("is only for signed-out visitors", async () => {
  respondQuietly();
  respond("listConnections", []);
  respond("listSetups", []);
  const { location } = await renderApp("/use-cases");
  await waitFor(() => expect(location()).toBe("/"));
});

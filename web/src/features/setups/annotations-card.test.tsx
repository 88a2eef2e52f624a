import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { respond } from "@/testing/api-server";
import { aCatalogue, anIncident, aSetup } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

it("lists what closed incidents changed, and undoes it", async () => {
  respondQuietly();
  const { timeline: _timeline, ...incident } = anIncident({ annotation: { kind: "limit", percent: 45 } });
  respond("listDetectors", aCatalogue());
  respond("getSetup", aSetup());
  respond("listAnnotations", [incident]);
  const calls = respond("changeIncidents", { incidents: [incident], refused: [] });
  const app = await renderApp("/setups/s1");
  const card = within(await screen.findByRole("region", { name: "Changed by closed incidents" }));
  expect(card.getByText("The threshold of this check is 45% here.")).toBeVisible();
  expect(card.getByRole("link", { name: "Checkout Started" })).toHaveAttribute("href", "/incidents/i1");
  await app.user.click(card.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]!.body).toEqual({ ids: ["i1"], action: { kind: "remove_annotation" } });
});

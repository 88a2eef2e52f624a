import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Incident } from "@contract/incidents";
import { respond } from "@/testing/api-server";
import { aConnection, anIncident, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { aDetectorResult } from "@/testing/report-builders";

const segment = { dimension: "$os", value: "Android" };
const { timeline: _timeline, ...checkout } = anIncident({ segment });
const named = (id: string, headline: string, more: Partial<Incident> = {}): Incident => ({
  ...checkout,
  id,
  finding: { ...checkout.finding, headline },
  ...more,
});

it("links to the other incidents in its segment, and folds the side cards on phones", async () => {
  const narrow = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: query.includes("max-width"),
      media: query,
    }) as MediaQueryList;
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("listConnections", [aConnection()]);
  respond("listMembers", []);
  respond("getDetectorResult", aDetectorResult({ rows: [] }));
  respond("getIncident", anIncident({ segment }));
  respond("listIncidents", [
    checkout,
    named("i2", "Search −20% on Android", {
      finding: { ...checkout.finding, headline: "Search −20% on Android", severity: "warning", rank: "1" },
    }),
    named("i3", "Signup −60% on Android"),
    named("i4", "Login −60% on iOS", {
      segment: { ...segment, value: "iOS" },
      finding: { ...checkout.finding, causeSegment: null },
    }),
  ]);
  const { unmount } = await renderApp("/incidents/i1");
  const card = async () =>
    within((await screen.findByRole("heading", { name: "Same cause" })).closest("section")!);
  const links = (await card()).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    "Search −20% on Android",
    "Signup −60% on Android",
  ]);
  expect(links[0]).toBeVisible();
  unmount();
  vi.stubGlobal("matchMedia", narrow);
  await renderApp("/incidents/i1");
  expect((await card()).getByText("Signup −60% on Android")).not.toBeVisible();
  vi.unstubAllGlobals();
});

import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Incident } from "@contract/incidents";
import { respond } from "@/testing/api-server";
import { aConnection, anIncident, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const { timeline: _timeline, ...checkout } = anIncident();
const inAndroid = (share: number) => ({ dimension: "$os", value: "Android", share });
const search: Incident = {
  ...checkout,
  id: "i2",
  entity: "Search Performed",
  finding: {
    ...checkout.finding,
    headline: "Search Performed −60%",
    severity: "warning",
    causeSegment: inAndroid(0.934),
  },
};
const coupon: Incident = {
  ...checkout,
  id: "i3",
  entity: "Coupon Applied",
  finding: {
    ...checkout.finding,
    headline: "Coupon Applied stopped",
    detector: "event_stopped",
    causeSegment: null,
  },
};

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", aUser());
  respond("listConnections", [aConnection()]);
  respond("listMembers", []);
  respond("listIncidents", ({ query }) => (query.get("closed") === "true" ? [] : [checkout, search, coupon]));
});

const link = (name: string) => screen.findByRole("link", { name });

describe("a group of the inbox", () => {
  it("says what its incidents have in common, and how much of what is wrong has it", async () => {
    const { container } = await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "$os = Android, since Nov 18" })).toBeVisible();
    expect(container.querySelector("[data-group='$os = Android']")).toHaveTextContent(
      "2 incidents. 93 to 100% of the affected events have $os = Android.",
    );
  });

  it("is named like a release that its findings name, or what was annotated that day", async () => {
    const release = {
      kind: "release" as const,
      day: "2026-11-17",
      daysAfterOnset: -1,
      title: "Android 4.2.0 released",
      detail: null,
      url: null,
      isMostLikely: true,
    };
    const annotation = {
      ...release,
      kind: "annotation" as const,
      day: "2026-11-18",
      daysAfterOnset: 0,
      title: "Annotation “Search rebuild”",
      isMostLikely: false,
    };
    const context = { usedBy: null, window: { from: "2026-11-16", to: "2026-11-20" }, mixpanelUrl: "" };
    respond("getIncidentContext", { ...context, changes: [annotation, release] });
    const { unmount } = await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "Android 4.2.0, released Nov 17" })).toBeVisible();
    unmount();
    respond("getIncidentContext", { ...context, changes: [annotation] });
    await renderApp("/incidents");
    expect(await screen.findByRole("heading", { name: "Annotation “Search rebuild”, Nov 18" })).toBeVisible();
  });

  it("is folded, unfolded and selected as one, by keyboard too", async () => {
    const { user } = await renderApp("/incidents");
    (await link("Search Performed")).focus();
    await user.keyboard("{ArrowLeft}");
    expect(screen.queryByRole("link", { name: "Search Performed" })).toBeNull();
    expect(screen.getByRole("button", { name: /^Unfold \$os = Android/ })).toHaveFocus();
    await user.keyboard("j");
    expect(await link("Coupon Applied")).toHaveFocus();
    await user.keyboard("k{ArrowRight}");
    expect(await link("Checkout Started")).toHaveFocus();
    await user.click(screen.getByRole("checkbox", { name: /^Select all of \$os = Android/ }));
    expect(screen.getByRole("toolbar")).toHaveTextContent("2 selected");
    await user.click(screen.getByRole("checkbox", { name: /^Select Checkout/ }));
    expect(screen.getByRole("checkbox", { name: /^Select all of \$os/ })).toBePartiallyChecked();
    await user.click(screen.getByRole("button", { name: /^Fold \$os = Android/ }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Checkout Started" })).toBeNull());
  });
});

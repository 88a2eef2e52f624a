import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { http, HttpResponse } from "msw";
import { apiServer, fail, hang, respond } from "@/testing/api-server";
import { aConnection, anEvent, aProperty, someDataSettings } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";
import { stillChanges } from "./changes";
import { syncOutcome } from "./use-schema-sync";

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const running = { status: "running" as const, startedAt: "2026-11-21T10:00:00.000Z", errorMessage: null };
const broken = { ...running, status: "failed" as const, errorMessage: "Rate limit exceeded." };

describe("syncOutcome", () => {
  const before = someDataSettings();
  it.each([
    ["nothing has changed", before, "running"],
    ["the new sync runs", someDataSettings({ latestSync: running }), "running"],
    ["the sync time changed", someDataSettings({ lastSyncedAt: "2026-11-21T10:01:00.000Z" }), "success"],
    ["the data changed", someDataSettings({ events: [anEvent(), anEvent({ id: "e2" })] }), "success"],
    ["the new sync failed", someDataSettings({ latestSync: broken }), "failed"],
  ])("when %s", (_name, now, kind) => expect(syncOutcome(before, now).kind).toBe(kind));

  it("doesn't mistake an earlier failure for the new sync's", () => {
    const failedBefore = someDataSettings({ latestSync: broken });
    expect(syncOutcome(failedBefore, failedBefore).kind).toBe("running");
  });
});

describe("the page", () => {
  it("asks for a verified connection when there is none", async () => {
    respond(
      "getDataSettings",
      someDataSettings({ connection: null, events: [], userProperties: [], latestSync: null }),
    );
    await renderApp("/data-settings");
    expect(await screen.findByText("No verified connection")).toBeVisible();
  });

  it("lets an editor choose up to three properties to segment by, and leave the choice to Plumbline again", async () => {
    const names = ["platform", "plan", "tier", "region", "app_version"];
    const properties = names.map((name) => aProperty({ id: name, propertyName: name }));
    respond("getDataSettings", someDataSettings({ events: [anEvent({ properties })] }));
    const saved = respond("updateDataSettings", undefined);
    const { user } = await renderApp("/data-settings");
    const choose = async (...toggled: string[]) => {
      await user.click(await screen.findByRole("button", { name: "Change segments" }));
      const dialog = within(await screen.findByRole("dialog"));
      for (const name of toggled) await user.click(dialog.getByRole("checkbox", { name }));
      return dialog;
    };
    expect(await screen.findByText("chosen by Plumbline")).toBeVisible();
    const full = await choose("platform", "tier", "region");
    expect(full.getByRole("checkbox", { name: "plan" })).toBeDisabled();
    // Versions replace each other, so they can't divide events.
    expect(full.getAllByRole("checkbox")).toHaveLength(4);
    await user.click(full.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("chosen by your team")).toBeVisible();
    expect(screen.getByText(/^Not used so far: tier, region\./)).toBeVisible();
    const none = await choose("platform", "tier", "region");
    await user.click(none.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("chosen by Plumbline")).toBeVisible();
    expect(saved.map(({ body }) => body)).toMatchObject([
      { segmentBy: ["platform", "tier", "region"] },
      { segmentBy: null },
    ]);
  });

  it("says next to each event what uses it, and finds unused ones", async () => {
    respond(
      "getDataSettings",
      someDataSettings({
        events: [
          anEvent({
            eventName: "Checkout",
            properties: [aProperty({ id: "p1", propertyName: "method" }), aProperty({ id: "p2" })],
          }),
          anEvent({ id: "e2", eventName: "heartbeat" }),
        ],
      }),
    );
    const use = { counts: { dashboard: 2, alert: 1 }, views: 12 };
    const eventProperties = [
      { event: "Checkout", property: "method", use: { ...use, counts: { cohort: 1 } } },
    ];
    const uses = { eventProperties, userProperties: [], events: [{ event: "Checkout", use }] };
    respond("listUses", { readAt: "2026-11-21T06:00:00.000Z", isComplete: true, ...uses });
    const { user } = await renderApp("/data-settings");
    const used = await screen.findByText(/, used by 2 dashboards, 1 alert$/);
    expect(screen.getByText(/, unused$/)).toBeInTheDocument();
    await user.click(used);
    expect(screen.getByText("used by 1 cohort")).toBeInTheDocument();
    await user.click(screen.getByRole("switch", { name: "Unused only" }));
    const names = screen.getAllByRole("switch", { name: /^Exclude / }).map((one) => one.ariaLabel);
    expect(names).toContain("Exclude heartbeat");
    expect(names).not.toContain("Exclude Checkout");
  });

  it("saves only what changed", async () => {
    respond(
      "getDataSettings",
      someDataSettings({
        events: [
          anEvent({ properties: [aProperty({ id: "p1" }), aProperty({ id: "p2", propertyName: "sku" })] }),
          anEvent({ id: "e2", eventName: "heartbeat" }),
        ],
      }),
    );
    const calls = respond("updateDataSettings", undefined);
    const app = await renderApp("/data-settings");
    const save = await screen.findByRole("button", { name: "Save Changes" });
    expect(save).toBeDisabled();
    await app.user.click(screen.getByRole("button", { name: /add_to_cart/ }));
    await app.user.click(screen.getByRole("switch", { name: "Exclude sku on add_to_cart" }));
    await app.user.click(screen.getByRole("switch", { name: "Exclude heartbeat" }));
    expect(screen.getByText("2 unsaved changes")).toBeVisible();
    await app.user.click(screen.getByRole("switch", { name: "Exclude heartbeat" }));
    expect(screen.getByText("1 unsaved change")).toBeVisible();
    await app.user.click(save);
    expect(await screen.findByText("Data settings updated")).toBeVisible();
    expect(calls[0]?.body).toEqual({
      events: [],
      eventProperties: [{ id: "p2", isExcluded: true }],
      userProperties: [],
    });
    expect(save).toBeDisabled();
  });

  it("disables the properties of an excluded event, and all others while saving", async () => {
    respond("getDataSettings", someDataSettings());
    const app = await renderApp("/data-settings");
    await app.user.click(await screen.findByRole("button", { name: /add_to_cart/ }));
    const property = screen.getByRole("switch", { name: "Exclude price on add_to_cart" });
    expect(property).toBeEnabled();
    await app.user.click(screen.getByRole("switch", { name: "Exclude add_to_cart" }));
    expect(property).toBeDisabled();
    hang("updateDataSettings");
    await app.user.click(screen.getByRole("button", { name: "Save Changes" }));
    for (const toggle of screen.getAllByRole("switch", { name: /^Exclude / })) expect(toggle).toBeDisabled();
  });

  it("finds events and properties", async () => {
    respond(
      "getDataSettings",
      someDataSettings({
        events: [anEvent(), anEvent({ id: "e2", eventName: "page_viewed", properties: [] })],
      }),
    );
    const app = await renderApp("/data-settings");
    const list = within(await screen.findByRole("list", { name: "Events" }));
    await app.user.type(screen.getByLabelText("Find an event or property"), "PRI");
    expect(await list.findByRole("switch", { name: "Exclude price on add_to_cart" })).toBeVisible();
    expect(list.queryByText("page_viewed")).toBeNull();
    await app.user.clear(screen.getByLabelText("Find an event or property"));
    await app.user.type(screen.getByLabelText("Find an event or property"), "add_to");
    await waitFor(() => expect(list.queryByText("price")).toBeNull());
    expect(list.getByRole("button", { name: /add_to_cart/, expanded: false })).toBeVisible();
  });

  it("finds a name that isn't loaded on the server, and saves it", async () => {
    const names = Array.from({ length: 20_000 }, (_, n) =>
      aProperty({ id: `p${n}`, propertyName: `sku_${n}` }),
    );
    const all = someDataSettings({
      events: [anEvent({ properties: names })],
      nextCursor: "4",
      namesTotal: 250_000,
    });
    const rare = anEvent({ id: "e9", eventName: "rare_event", properties: [] });
    const asked: string[] = [];
    apiServer.use(
      http.get("*/api/v1/data-settings", ({ request }) => {
        const query = new URL(request.url).searchParams;
        asked.push(query.get("search") ?? query.get("cursor") ?? "first");
        const found = { ...all, events: [rare], userProperties: [], nextCursor: null };
        return HttpResponse.json(query.has("search") ? found : all);
      }),
    );
    const calls = respond("updateDataSettings", undefined);
    const app = await renderApp("/data-settings?connection=c1");
    expect(await screen.findByText(/20,002 of 250,000 events and properties are listed/)).toBeVisible();
    await app.user.type(screen.getByLabelText("Find an event or property"), "Rare");
    await app.user.click(await screen.findByRole("switch", { name: "Exclude rare_event" }));
    await app.user.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Data settings updated")).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ events: [{ id: "e9", isExcluded: true }] });
    expect(asked).toEqual(["first", "rare"]);
  });

  it("shows many events a hundred at a time", async () => {
    const events = Array.from({ length: 3000 }, (_, n) =>
      anEvent({ id: `e${n}`, eventName: `event_${n}`, properties: [] }),
    );
    respond("getDataSettings", someDataSettings({ events }));
    const app = await renderApp("/data-settings");
    const more = await screen.findByText("Show 100 more events");
    const list = screen.getByRole("list", { name: "Events" });
    // Not by role: reading hundreds of names takes seconds.
    expect(list.children).toHaveLength(100);
    await app.user.click(more);
    expect(list.children).toHaveLength(200);
  });

  it("finds one of many user properties", async () => {
    const names = Array.from({ length: 21 }, (_, n) => `trait_${n}`);
    respond(
      "getDataSettings",
      someDataSettings({ userProperties: names.map((name) => aProperty({ id: name, propertyName: name })) }),
    );
    const app = await renderApp("/data-settings");
    const group = within(await screen.findByRole("group", { name: "User Properties" }));
    await app.user.type(screen.getByLabelText("Find a user property"), "T_20");
    await waitFor(() => expect(group.getAllByRole("listitem")).toHaveLength(1));
    expect(group.getByText("trait_20")).toBeVisible();
    await app.user.type(screen.getByLabelText("Find a user property"), "x");
    expect(await screen.findByText("Nothing found")).toBeVisible();
  });

  it("says that the last sync failed", async () => {
    respond("getDataSettings", someDataSettings({ latestSync: broken }));
    await renderApp("/data-settings");
    expect(await screen.findByText("Last sync failed")).toBeVisible();
    expect(screen.getByText(/Rate limit exceeded\./)).toBeVisible();
  });
});

describe("unsaved changes", () => {
  const askedOnClosing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it("are kept and mentioned when the user leaves the page; closing the tab asks first", async () => {
    respond("getDataSettings", someDataSettings());
    const app = await renderApp("/data-settings");
    const event = await screen.findByRole("switch", { name: "Exclude add_to_cart" });
    expect(askedOnClosing()).toBe(false);
    await app.user.click(event);
    expect(askedOnClosing()).toBe(true);
    await app.user.click(screen.getByRole("link", { name: "Connections" }));
    expect(await screen.findByText("Changes not saved")).toBeVisible();
    expect(askedOnClosing()).toBe(false);
    await app.user.click(screen.getByRole("link", { name: "Data Settings" }));
    expect(await screen.findByText("1 unsaved change")).toBeVisible();
    expect(screen.getByRole("switch", { name: "Exclude add_to_cart" })).toBeChecked();
    await app.user.click(screen.getByRole("button", { name: "Discard" }));
    expect(screen.getByRole("switch", { name: "Exclude add_to_cart" })).not.toBeChecked();
    expect(screen.getByRole("button", { name: "Save Changes" })).toBeDisabled();
  });

  it("are gone once saved, whichever URL opens the connection", async () => {
    respond("getDataSettings", someDataSettings());
    const app = await renderApp("/data-settings");
    await screen.findByText("add_to_cart");
    app.unmount();
    respond("updateDataSettings", undefined);
    const again = await renderApp("/data-settings?connection=c1");
    again.queryClient.setQueryData(["data-settings", "first"], someDataSettings());
    await again.user.click(await screen.findByRole("switch", { name: "Exclude add_to_cart" }));
    await again.user.click(screen.getByRole("button", { name: "Save Changes" }));
    await screen.findByText("Data settings updated");
    await again.user.click(screen.getByRole("link", { name: "Data Settings" }));
    await waitFor(() => expect(again.location()).toBe("/data-settings?connection=c1"));
    expect(screen.getByRole("switch", { name: "Exclude add_to_cart" })).toBeChecked();
    expect(screen.queryByText(/unsaved/)).toBeNull();
  });

  it("no longer count once they are saved elsewhere", () => {
    const settings = someDataSettings({ events: [anEvent({ isExcluded: true })] });
    const kept = new Map([
      ["e1", true],
      ["p1", true],
      ["gone", true],
    ]);
    expect([...stillChanges(kept, settings)]).toEqual([["p1", true]]);
  });
});

it("puts the connection in the URL from the start, without another request", async () => {
  const calls = respond("getDataSettings", someDataSettings());
  const app = await renderApp("/data-settings");
  await screen.findByText("add_to_cart");
  await waitFor(() => expect(app.location()).toBe("/data-settings?connection=c1"));
  expect(calls).toHaveLength(1);
});

describe("syncing", () => {
  const empty = someDataSettings({ events: [], userProperties: [], lastSyncedAt: null, latestSync: null });
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

  it("starts automatically on the first load and waits for the data", async () => {
    respond("getDataSettings", empty);
    const starts = respond("syncDataSettings", { latestSync: running, lastSyncedAt: null });
    await renderApp("/data-settings");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    respond("getDataSettings", someDataSettings());
    await advance(3_000);
    expect(await screen.findByText("add_to_cart")).toBeVisible();
    expect(screen.getByText("Schema synced")).toBeVisible();
    expect(starts).toHaveLength(1);
    expect(screen.queryByText(/Schema sync (started|finished)/)).toBeNull();
  });

  it("says when it was requested and when it is finished", async () => {
    respond("getDataSettings", someDataSettings());
    respond("syncDataSettings", { latestSync: running, lastSyncedAt: someDataSettings().lastSyncedAt });
    const app = await renderApp("/data-settings");
    await app.user.click(await screen.findByRole("button", { name: "Sync Schema" }));
    expect(await screen.findByText("Schema sync started")).toBeVisible();
    const later = "2026-11-20T12:00:00.000Z";
    respond("getDataSettings", someDataSettings({ lastSyncedAt: later }));
    await advance(3_000);
    expect(await screen.findByText("Schema sync finished.")).toBeVisible();
  });

  it("only waits for a sync that is already running", async () => {
    respond("getDataSettings", { ...empty, latestSync: running });
    const starts = respond("syncDataSettings", { latestSync: running, lastSyncedAt: null });
    await renderApp("/data-settings");
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
    respond("getDataSettings", { ...empty, latestSync: broken });
    await advance(3_000);
    expect(await screen.findByText("Sync failed")).toBeVisible();
    expect(starts).toHaveLength(0);
  });

  it("shows a failed read once, and gives up after two minutes", async () => {
    respond("getDataSettings", empty);
    respond("syncDataSettings", { latestSync: running, lastSyncedAt: null });
    await renderApp("/data-settings");
    await screen.findByRole("button", { name: "Syncing..." });
    fail("getDataSettings", 503);
    await advance(3_000);
    expect(await screen.findByText("Failed to refresh data settings while syncing.")).toBeVisible();
    await advance(120_000);
    expect(await screen.findByText("Sync timeout")).toBeVisible();
    expect(
      screen.getByText("We couldn't confirm the schema sync completed. Please try again."),
    ).toBeVisible();
  });

  it("gives up on a read that never returns", async () => {
    respond("getDataSettings", empty);
    respond("syncDataSettings", { latestSync: running, lastSyncedAt: null });
    await renderApp("/data-settings");
    await screen.findByRole("button", { name: "Syncing..." });
    hang("getDataSettings");
    await advance(120_000);
    expect(await screen.findByText("Sync timeout")).toBeVisible();
  });

  it("doesn't count a hidden tab's time toward the timeout", async () => {
    respond("getDataSettings", empty);
    respond("syncDataSettings", { latestSync: running, lastSyncedAt: null });
    await renderApp("/data-settings");
    await screen.findByRole("button", { name: "Syncing..." });
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    const reads = respond("getDataSettings", someDataSettings());
    await advance(150_000);
    expect(reads).toHaveLength(0);
    hidden.mockReturnValue(false);
    await advance(3_000);
    expect(await screen.findByText("Schema synced")).toBeVisible();
  });

  it("is still shown as running after returning to the page", async () => {
    respond("getDataSettings", someDataSettings());
    respond("syncDataSettings", { latestSync: running, lastSyncedAt: someDataSettings().lastSyncedAt });
    const app = await renderApp("/data-settings");
    await app.user.click(await screen.findByRole("button", { name: "Sync Schema" }));
    await screen.findByText("Schema sync started");
    await app.user.click(screen.getByRole("link", { name: "Connections" }));
    await screen.findByRole("heading", { name: "Connections" });
    await app.user.click(screen.getByRole("link", { name: "Data Settings" }));
    expect(await screen.findByRole("button", { name: "Syncing..." })).toBeDisabled();
  });
});

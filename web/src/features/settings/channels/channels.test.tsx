import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { Channel, CreatedChannel, Delivery } from "@contract/channels/channels";
import { membersRoute, newMembersRoute, type Route, type RouteInput } from "@contract/channels/routes";
import { workspaceIdSchema, type Role } from "@contract/workspaces";
import { beforeEach, expect, it } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aChannel, aConnection, aSetup, aUser } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const at = "2026-11-18T06:01:00.000Z";
const aDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  id: "d1",
  createdAt: at,
  channelId: "c1",
  kind: "run",
  title: "1 new in Demo Shop",
  status: "delivered",
  attempts: 1,
  nextTryAt: null,
  answer: "HTTP 200",
  answeredAt: at,
  ...change,
});
const member = (role: Role) => {
  const workspace = { id: workspaceIdSchema.parse("w1"), name: "Shop", role, emailNotifications: true };
  return aUser({ workspaces: [workspace] });
};

/** Chooses from the menu of a row. */
async function choose(user: UserEvent, row: string | RegExp, choice: string): Promise<void> {
  await user.click(
    await screen.findByRole("button", { name: typeof row === "string" ? `More for ${row}` : row }),
  );
  await user.click(await screen.findByRole("menuitem", { name: choice }));
}

/** Opens the form of a new channel of a kind. */
async function addKind(user: UserEvent, kind: string) {
  await user.click(await screen.findByRole("button", { name: "Add channel" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("radio", { name: kind }));
  await user.click(dialog.getByRole("button", { name: "Next" }));
  return dialog;
}

const routeRows = async () =>
  within(await screen.findByRole("list", { name: "Routes" })).findAllByRole("listitem");

beforeEach(() => {
  respondQuietly();
  respond("getCurrentUser", member("admin"));
  respond("listChannels", [aChannel()]);
  respond("listRoutes", [newMembersRoute(at)]);
  respond("previewRoute", { total: 3, matching: [] });
  respond("listDeliveries", []);
  respond("listMembers", []);
  respond("listConnections", []);
  respond("listSetups", []);
});

it("adds a webhook and shows its signing secret until dismissed", async () => {
  const channels: Channel[] = [];
  respond("listChannels", () => channels);
  const created: CreatedChannel = { ...aChannel(), signingSecret: "whsec_abc" };
  const calls = respond("createChannel", () => {
    channels.push(aChannel());
    return created;
  });
  const app = await renderApp("/settings/channels");
  expect(await screen.findByText("No channels yet")).toBeVisible();
  const dialog = await addKind(app.user, "Webhook");
  const add = dialog.getByRole("button", { name: "Add channel" });
  expect(add).toBeDisabled();
  await app.user.type(dialog.getByLabelText("Name"), "Catalog");
  await app.user.type(dialog.getByLabelText("URL"), "https://hooks.example.com/in");
  await app.user.click(add);
  expect(await screen.findByText("whsec_abc")).toBeVisible();
  expect(calls[0]?.body).toEqual({ kind: "webhook", name: "Catalog", url: "https://hooks.example.com/in" });
  await app.user.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText("whsec_abc")).toBeNull();
});

it("offers no route to a webhook for the audit log", async () => {
  respond("listChannels", [aChannel(), aChannel({ id: "c2", kind: "audit_webhook", name: "SIEM" })]);
  const app = await renderApp("/settings/channels");
  await app.user.click(await screen.findByRole("button", { name: "Add route" }));
  const channel = within(await screen.findByRole("dialog")).getByLabelText("Where");
  expect(
    within(channel)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual([aChannel().name]);
});

it("says why a channel was refused, and keeps the input", async () => {
  fail("createChannel", 400, {
    code: "invalid-request",
    userMessage: "The address is not on the public internet.",
  });
  const app = await renderApp("/settings/channels");
  const dialog = await addKind(app.user, "Email");
  await app.user.type(dialog.getByLabelText("Name"), "Team");
  await app.user.type(dialog.getByLabelText("Addresses"), "a@example.com, b@example.com");
  await app.user.click(dialog.getByRole("button", { name: "Add channel" }));
  expect(await dialog.findByText("The address is not on the public internet.")).toBeVisible();
  expect(dialog.getByLabelText("Addresses")).toHaveValue("a@example.com, b@example.com");
});

it("edits a channel: its fields are shown, and stored secrets are kept unless they are replaced", async () => {
  const slack = aChannel({
    kind: "slack",
    name: "Alerts",
    target: "#alerts",
    settings: { channel: "#alerts" },
  });
  respond("listChannels", [slack]);
  const calls = respond("updateChannel", { ...slack, revision: 2 });
  respond("testChannel", aDelivery({ kind: "test" }));
  const app = await renderApp("/settings/channels");
  await choose(app.user, "Alerts", "Edit");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText("Name")).toHaveValue("Alerts");
  expect(dialog.getByLabelText("Channel")).toHaveValue("#alerts");
  expect(dialog.getByLabelText("Bot token")).toHaveValue("");
  expect(dialog.queryByRole("radio")).toBeNull();
  await app.user.type(dialog.getByLabelText("Signing secret"), "replaced-secret");
  await app.user.click(dialog.getByRole("button", { name: "Save channel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls[0]?.query.get("revision")).toBe("1");
  expect(calls[0]?.body).toEqual({
    kind: "slack",
    name: "Alerts",
    channel: "#alerts",
    signingSecret: "replaced-secret",
  });
});

it("removes an optional secret, and offers that for no other field", async () => {
  const slack = aChannel({ kind: "slack", name: "Alerts", settings: { channel: "#alerts" } });
  respond("listChannels", [slack]);
  const calls = respond("updateChannel", { ...slack, revision: 2 });
  respond("testChannel", aDelivery({ kind: "test" }));
  const app = await renderApp("/settings/channels");
  await choose(app.user, "Alerts", "Edit");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("button", { name: /^Remove / })).toHaveLength(1);
  await app.user.type(dialog.getByLabelText("Signing secret"), "typed by mistake");
  await app.user.click(dialog.getByRole("button", { name: "Remove Signing secret" }));
  expect(dialog.getByLabelText("Signing secret")).toBeDisabled();
  await app.user.click(dialog.getByRole("button", { name: "Keep Signing secret" }));
  expect(dialog.getByLabelText("Signing secret")).toBeEnabled();
  await app.user.click(dialog.getByRole("button", { name: "Remove Signing secret" }));
  await app.user.click(dialog.getByRole("button", { name: "Save channel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls[0]?.body).toEqual({ kind: "slack", name: "Alerts", channel: "#alerts", signingSecret: null });
});

it("keeps a list's addresses when only its name is edited, and sends it no test", async () => {
  const list = aChannel({
    kind: "email",
    addresses: [
      { email: "a@example.com", confirmedAt: at },
      { email: "b@example.com", confirmedAt: null },
    ],
  });
  respond("listChannels", [list]);
  const calls = respond("updateChannel", list);
  const app = await renderApp("/settings/channels");
  await choose(app.user, "Catalog", "Edit");
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Name"), " team");
  await app.user.click(dialog.getByRole("button", { name: "Save channel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls[0]?.body).toEqual({
    kind: "email",
    name: "Catalog team",
    addresses: ["a@example.com", "b@example.com"],
  });
});

it("tests a new channel, and says in the form why the test failed, where it can be mended", async () => {
  const added = aChannel({ kind: "slack", name: "Night", settings: { channel: "#nigth" } });
  const created = respond("createChannel", { ...added, signingSecret: null });
  const updated = respond("updateChannel", { ...added, revision: 2 });
  respond(
    "testChannel",
    aDelivery({ kind: "test", status: "failed", answer: "Slack answered: channel_not_found" }),
  );
  const app = await renderApp("/settings/channels?add=slack");
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Name"), "Night");
  await app.user.type(dialog.getByLabelText("Bot token"), "xoxb-123456789");
  await app.user.type(dialog.getByLabelText("Channel"), "#nigth");
  await app.user.click(dialog.getByRole("button", { name: "Add channel" }));
  expect(
    await dialog.findByText("Saved, but a test failed: Slack answered: channel_not_found"),
  ).toBeVisible();
  respond("testChannel", aDelivery({ kind: "test" }));
  await app.user.clear(dialog.getByLabelText("Channel"));
  await app.user.type(dialog.getByLabelText("Channel"), "#night");
  await app.user.click(dialog.getByRole("button", { name: "Save channel" }));
  expect(await screen.findByRole("dialog", { name: "Add route" })).toBeVisible();
  expect(created).toHaveLength(1);
  expect(updated[0]?.body).toMatchObject({ channel: "#night" });
});

it("goes on to no route after a new channel's test has failed and its form was canceled", async () => {
  respond("createChannel", { ...aChannel({ kind: "slack", name: "Night" }), signingSecret: null });
  respond("testChannel", aDelivery({ kind: "test", status: "failed", answer: "HTTP 500" }));
  const app = await renderApp("/settings/channels?add=slack");
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.type(dialog.getByLabelText("Name"), "Night");
  await app.user.type(dialog.getByLabelText("Bot token"), "xoxb-123456789");
  await app.user.type(dialog.getByLabelText("Channel"), "#night");
  await app.user.click(dialog.getByRole("button", { name: "Add channel" }));
  await dialog.findByText("Saved, but a test failed: HTTP 500");
  await app.user.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("tests a channel and shows the response", async () => {
  respond("testChannel", aDelivery({ kind: "test", status: "failed", answer: "HTTP 500" }));
  const app = await renderApp("/settings/channels");
  await app.user.click(await screen.findByRole("button", { name: "Test Catalog" }));
  expect(await screen.findByText("Test to Catalog failed")).toBeVisible();
  respond("testChannel", aDelivery({ kind: "test" }));
  await app.user.click(screen.getByRole("button", { name: "Test Catalog" }));
  expect(await screen.findByText("Test sent to Catalog")).toBeVisible();
});

it("says which addresses and routes are of people who have left", async () => {
  respond("listChannels", [
    aChannel({
      kind: "email",
      name: "Team",
      addresses: [
        { email: "a@example.com", confirmedAt: at },
        { email: "b@example.com", confirmedAt: at, leftAt: at },
      ],
    }),
  ]);
  respond("listRoutes", [
    {
      id: "r1",
      channelId: "c1",
      severity: "any",
      changes: "all",
      connectionId: null,
      setupId: null,
      detectors: [],
      subject: "",
      segment: "",
      assigneeUid: "gone",
      includesFailedRuns: true,
      timing: { kind: "now" },
      timeZone: "UTC",
      quietHours: null,
      createdAt: at,
      revision: 1,
      fileRevision: null,
    },
  ]);
  await renderApp("/settings/channels");
  expect(
    await screen.findByText(/^Left or got a lower role, but still gets these emails:/),
  ).toHaveTextContent(/emails: b@example.com$/);
  expect(await screen.findByText(/assigned to someone who has left/)).toBeVisible();
});

it("says why a channel fails and what waits for it, and which list waits to be confirmed", async () => {
  const text = "GitHub refused the token.";
  respond("listChannels", [
    aChannel({ failingSince: at, lastAnswer: { at, isDelivered: false, text, title: "1 new in Demo Shop" } }),
    aChannel({
      id: "c2",
      kind: "email",
      name: "Team",
      addresses: [{ email: "a@example.com", confirmedAt: null }],
    }),
  ]);
  const waiting = aDelivery({ status: "waiting", attempts: 3, answer: text, nextTryAt: at });
  respond("listDeliveries", [waiting, { ...waiting, id: "d2" }, aDelivery({ id: "d3" })]);
  const calls = respond("retryChannel", undefined);
  const app = await renderApp("/settings/channels");
  expect(await screen.findByText(/^GitHub refused the token since Nov 18 at /)).toBeVisible();
  expect(await screen.findByText(/^2 messages wait\. Next try Nov 18 at /)).toBeVisible();
  expect(screen.getByText("Failing")).toBeVisible();
  expect(screen.getByText("Waiting")).toBeVisible();
  expect(screen.getByText("Not confirmed: a@example.com")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Retry Catalog" }));
  expect(await screen.findByText("Trying Catalog again")).toBeVisible();
  await app.user.click(screen.getByRole("button", { name: "Resend confirmations for Team" }));
  expect(await screen.findByText("Confirmation sent")).toBeVisible();
  expect(calls.map(({ params }) => params)).toEqual([{ id: "c1" }, { id: "c2" }]);
});

it("doesn't count the messages that wait as if the newest were all", async () => {
  const text = "GitHub refused the token.";
  const lastAnswer = { at, isDelivered: false, text, title: "1 new in Demo Shop" };
  respond("listChannels", [aChannel({ failingSince: at, lastAnswer })]);
  const newest = Array.from({ length: 20 }, (_, place) =>
    aDelivery({ id: `d${place}`, status: "waiting", nextTryAt: at }),
  );
  respond("listDeliveries", newest, { "X-Next-Cursor": "d19" });
  await renderApp("/settings/channels");
  expect(await screen.findByText(/^20\+ messages wait\. Next try/)).toBeVisible();
});

it("tries a failing channel again with a test if no message waits", async () => {
  respond("listChannels", [aChannel({ failingSince: at })]);
  respond("listDeliveries", [aDelivery({ status: "failed" })]);
  const tests = respond("testChannel", aDelivery({ kind: "test" }));
  const app = await renderApp("/settings/channels");
  await app.user.click(await screen.findByRole("button", { name: "Retry Catalog" }));
  expect(await screen.findByText("Test sent to Catalog")).toBeVisible();
  expect(tests).toHaveLength(1);
});

it("says when a channel's last message was sent and what it said, and shows its deliveries", async () => {
  const lastAnswer = { at, isDelivered: true, text: "HTTP 200", title: "1 worse, 4 new in Demo Shop" };
  respond("listChannels", [aChannel({ lastAnswer })]);
  const calls = respond("listDeliveries", []);
  const app = await renderApp("/settings/channels");
  const row = (await screen.findByText("1 worse, 4 new in Demo Shop")).closest("li");
  expect(row).toHaveTextContent(/Connected.*Nov 18 at /);
  await choose(app.user, "Catalog", "Show deliveries");
  await waitFor(() => expect(screen.getByLabelText("Filter by channel")).toHaveFocus());
  expect(screen.getByLabelText("Filter by channel")).toHaveValue("c1");
  await waitFor(() => expect(calls.at(-1)?.query.get("channelId")).toBe("c1"));
});

it("adds a route with quiet hours and a preview, edits it and removes it", async () => {
  const routes: Route[] = [];
  respond("listRoutes", () => routes);
  respond("previewRoute", {
    total: 3,
    matching: [
      { id: "i1", createdAt: at, headline: "Checkout Started −60% since Nov 16", severity: "alert" },
    ],
  });
  const calls = respond("createRoute", ({ body }) => {
    const route = { ...(body as RouteInput), id: "r1", createdAt: at, revision: 1, fileRevision: null };
    routes.push(route);
    return route;
  });
  const app = await renderApp("/settings/channels");
  await app.user.click(await screen.findByRole("button", { name: "Add route" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.selectOptions(dialog.getByLabelText("What"), "alert");
  await app.user.click(dialog.getByRole("switch", { name: "Quiet hours" }));
  expect(await dialog.findByText("In the last 28 days: 1 new incident in 1 message.")).toBeVisible();
  expect(dialog.getByText(/Checkout Started −60% since Nov 16/)).toBeVisible();
  await app.user.click(dialog.getByRole("button", { name: "Add route" }));
  expect(await screen.findByText("Alerts", { selector: "li *" })).toBeVisible();
  expect((await routeRows())[0]).toHaveTextContent(/^AlertsAll connectionsCatalog/);
  expect(screen.getByText(/Quiet from 10:00 PM to 07:00 AM/)).toBeVisible();
  expect(calls[0]?.body).toMatchObject({ severity: "alert", quietHours: { from: 22, to: 7 } });

  const changed = respond("updateRoute", routes[0]!);
  await choose(app.user, "Alerts to Catalog", "Edit");
  const editing = within(await screen.findByRole("dialog"));
  await app.user.selectOptions(editing.getByLabelText("How often"), "weekly");
  await app.user.click(editing.getByRole("button", { name: "Save route" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changed[0]?.body).toMatchObject({
    timing: { kind: "weekly", weekday: 1, hour: 8 },
    quietHours: null,
  });

  respond("deleteRoute", () => {
    routes.pop();
    return undefined;
  });
  await choose(app.user, "Alerts to Catalog", "Remove");
  expect(await screen.findByText("Route removed")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Routes" })).toHaveFocus();
});

it("lists the route to members first, says who gets it, removes it and adds it again", async () => {
  const other = { ...newMembersRoute(at), id: "r1", channelId: "c1" };
  let routes: Route[] = [newMembersRoute(at), other];
  respond("listRoutes", () => routes);
  const ana = {
    uid: "u1",
    email: "ana@example.com",
    displayName: "Ana Torres",
    role: "owner" as const,
    joinedAt: at,
    emailNotifications: true,
  };
  const jonas = { ...ana, uid: "u2", displayName: "Jonas Weber", emailNotifications: false };
  respond("listMembers", [ana, jonas]);
  const removed = respond("deleteRoute", () => {
    routes = [other];
    return undefined;
  });
  const app = await renderApp("/settings/channels");
  const [first, second] = await routeRows();
  await waitFor(() =>
    expect(first).toHaveTextContent(
      "EverythingAll connectionsMembers with email on, 1 of 2After each run with news",
    ),
  );
  expect(second).toHaveTextContent("EverythingAll connectionsCatalog");
  await choose(app.user, "the emails to members", "Who gets it");
  const who = within(await screen.findByRole("dialog"));
  expect(who.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Ana Torres ana@example.com",
  ]);
  await app.user.click(who.getAllByRole("button", { name: "Close" })[0]!);
  await choose(app.user, "the emails to members", "Remove…");
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText("1 member will get no email after runs.")).toBeVisible();
  await app.user.click(question.getByRole("button", { name: "Remove route" }));
  expect(await screen.findByText(/^Members get no email after runs\./)).toBeVisible();
  expect(removed[0]?.params).toEqual({ id: "members" });

  // An edited route stays one to a channel.
  await choose(app.user, "Everything to Catalog", "Edit");
  const edit = within(await screen.findByRole("dialog"));
  expect(edit.queryByRole("option", { name: "Members with email on" })).toBeNull();
  await app.user.click(edit.getByRole("button", { name: "Cancel" }));

  const created = respond("createRoute", () => {
    routes = [newMembersRoute(at), other];
    return routes[0]!;
  });
  await app.user.click(screen.getByRole("button", { name: "Add route" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.selectOptions(dialog.getByLabelText("Where"), "Members with email on");
  expect(dialog.queryByLabelText("What")).toBeNull();
  await app.user.click(dialog.getByRole("button", { name: "Add route" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText(/^Members with email on/)).toBeVisible();
  expect(created[0]?.body).toEqual(membersRoute);
});

it("says in the history how many members an email was sent to", async () => {
  respond("listDeliveries", [aDelivery({ channelId: "members", answer: "Sent to 2 members" })]);
  await renderApp("/settings/channels");
  expect(await screen.findByText("Sent to 2 members")).toBeVisible();
  expect(screen.queryByText(/Deleted channel/)).toBeNull();
});

it("turns a channel off", async () => {
  let channel = aChannel({ lastAnswer: { at, isDelivered: true, text: "HTTP 200", title: "" } });
  respond("listChannels", () => [channel]);
  const calls = respond("switchChannel", ({ body }) => {
    channel = { ...channel, ...(body as { isOn: boolean }) };
    return channel;
  });
  const app = await renderApp("/settings/channels");
  await choose(app.user, "Catalog", "Turn off");
  expect(await screen.findByText("Catalog is off")).toBeVisible();
  expect(await screen.findByText("Off")).toBeVisible();
  expect(screen.queryByText("Connected")).toBeNull();
  expect(calls).toMatchObject([{ params: { id: "c1" }, body: { isOn: false } }]);
});

it("routes one connection's and one setup's incidents", async () => {
  const [shop, blog] = [
    aConnection({ id: "k1", projectName: "Shop" }),
    aConnection({ id: "k2", projectName: "Blog" }),
  ];
  respond("listConnections", [shop, blog]);
  respond("listSetups", [
    aSetup({ id: "s1", name: "Daily shop", connectionId: "k1" }),
    aSetup({ id: "s2", name: "Daily blog", connectionId: "k2" }),
  ]);
  respond("previewRoute", { total: 0, matching: [] });
  const routes: Route[] = [];
  respond("listRoutes", () => routes);
  respond("createRoute", ({ body }) => {
    const route = { ...(body as RouteInput), id: "r1", createdAt: at, revision: 1, fileRevision: null };
    routes.push(route);
    return route;
  });
  const app = await renderApp("/settings/channels");
  await app.user.click(await screen.findByRole("button", { name: "Add route" }));
  const dialog = within(await screen.findByRole("dialog"));
  await app.user.selectOptions(dialog.getByLabelText("Connection"), "k2");
  await app.user.click(dialog.getByRole("button", { name: "More filters" }));
  expect(dialog.queryByRole("option", { name: "Daily shop" })).toBeNull();
  await app.user.selectOptions(dialog.getByLabelText(/^Setup/), "s2");
  await app.user.click(dialog.getByRole("button", { name: "Add route" }));
  expect(await screen.findByText("Blog, Daily blog")).toBeVisible();
  expect(routes).toMatchObject([{ connectionId: "k2", setupId: "s2" }]);
});

it("keeps all checks of a route, and offers only what its channel takes", async () => {
  const route: Route = {
    ...newMembersRoute(at),
    id: "r1",
    channelId: "c2",
    detectors: ["event_stopped", "event_count_change", "event_property_stopped"],
    includesNewNames: true,
  };
  respond("listChannels", [aChannel(), aChannel({ id: "c2", kind: "jira", name: "Tickets" })]);
  respond("listRoutes", [route]);
  const changed = respond("updateRoute", route);
  const app = await renderApp("/settings/channels");
  await choose(app.user, /^More for .* to Tickets$/, "Edit");
  const dialog = within(await screen.findByRole("dialog"));
  const check = dialog.getByLabelText<HTMLSelectElement>(/^Check/);
  expect(check.selectedOptions[0]?.textContent?.split(", ")).toHaveLength(3);
  expect(dialog.queryByLabelText("How often")).toBeNull();
  expect(await dialog.findByText("In the last 28 days: 0 tickets.")).toBeVisible();
  expect(dialog.getByText("Tickets", { selector: "div" })).toBeVisible();
  await app.user.click(dialog.getByRole("radio", { name: "Open one ticket per incident, leave it open" }));
  await app.user.click(dialog.getByRole("button", { name: "Save route" }));
  await waitFor(() => expect(changed).toHaveLength(1));
  expect(changed[0]?.body).toMatchObject({
    detectors: route.detectors,
    includesNewNames: false,
    changes: "worse",
  });
});

it("rotates a secret and removes a channel after asking", async () => {
  respond("rotateChannelSecret", { signingSecret: "whsec_new", validUntil: at });
  let channels = [aChannel(), aChannel({ id: "c2", name: "Night" })];
  respond("listChannels", () => channels);
  respond("deleteChannel", () => {
    channels = channels.slice(1);
    return undefined;
  });
  const app = await renderApp("/settings/channels");
  await choose(app.user, "Catalog", "Rotate secret…");
  await app.user.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Rotate secret" }),
  );
  expect(await screen.findByText("whsec_new")).toBeVisible();
  await choose(app.user, "Catalog", "Remove…");
  await app.user.click(await screen.findByRole("button", { name: "Remove channel" }));
  expect(await screen.findByText("Channel removed")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("button", { name: "More for Night" })).toHaveFocus());
});

it("shows a channel that was added before the list was there", async () => {
  let answerFirst = (_: unknown) => {};
  const first = new Promise((resolve) => (answerFirst = resolve));
  let isFirst = true;
  const added = aChannel({ kind: "slack", name: "Night" });
  respond("listChannels", async () => {
    if (!isFirst) return [added];
    isFirst = false;
    await first;
    return [];
  });
  respond("createChannel", { ...added, signingSecret: null });
  respond("testChannel", aDelivery({ kind: "test" }));
  const app = await renderApp("/settings/channels?add=slack");
  const dialog = await screen.findByRole("dialog");
  await app.user.type(within(dialog).getByLabelText("Name"), "Night");
  await app.user.type(within(dialog).getByLabelText("Bot token"), "xoxb-123456789");
  await app.user.type(within(dialog).getByLabelText("Channel"), "#night");
  await app.user.click(within(dialog).getByRole("button", { name: "Add channel" }));
  // The way from a first report goes on to the route.
  const route = await screen.findByRole("dialog", { name: "Add route" });
  await app.user.click(within(route).getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Test Night" })).toBeVisible();
  answerFirst(null);
  expect(screen.getByRole("button", { name: "Test Night" })).toBeVisible();
});

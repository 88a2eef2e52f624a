import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { DecideNames, NewName } from "@contract/names/names";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fail, respond } from "@/testing/api-server";
import { aConnection, aNewName, aUser, someNewNames } from "@/testing/builders";
import { renderApp, respondQuietly } from "@/testing/render-app";

const quiz = aNewName();
const result = aNewName({
  id: "n2",
  nameKind: "event_property",
  title: "New property",
  name: "quiz_result",
  label: "quiz_result",
  sentence: "On Quiz Done. Values: text.",
});
const retyped = aNewName({
  id: "n3",
  kind: "type_changed",
  title: "Type changed",
  name: "order_value",
  label: "order_value",
  lexicon: "hidden",
  day: "2026-11-21",
});
let sent: DecideNames[];

beforeEach(() => {
  respondQuietly();
  respond("listConnections", [aConnection()]);
  respond("listNames", someNewNames([quiz, result, retyped]));
  sent = [];
  respond("decideNames", ({ body }) => {
    sent.push(body as DecideNames);
    return undefined;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const page = "/data-settings/new";
const row = (name: string) => screen.getByRole("listitem", { name: new RegExp(name) });

it("shows what is new by day, and offers to approve only what can be meant", async () => {
  await renderApp(page);
  expect(await screen.findByText("On Quiz Done. Values: text.")).toBeVisible();
  expect(row("quiz_result")).toHaveTextContent("No description in Lexicon");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    "Nov 23, 2026",
    "Nov 21, 2026",
  ]);
  expect(within(row("Quiz Done")).getByText("iOS 4.2.0")).toBeVisible();
  expect(row("order_value")).toHaveTextContent("Hidden in Lexicon");
  expect(within(row("order_value")).queryByRole("button", { name: /Approve/ })).toBeNull();
  expect(screen.getByRole("link", { name: "What's new 3" })).toHaveAttribute("aria-current", "page");
});

it("offers the usual decision and a menu, and all decisions in the row under the mouse or the cursor", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("Quiz Done");
  const buttons = (name: string) =>
    within(row(name))
      .getAllByRole("button", { name: new RegExp(`.+ ${name}$`) })
      .map((button) => button.getAttribute("aria-label"));
  const short = ["Approve quiz_result", "More for quiz_result"];
  const all = ["Approve quiz_result", "Ignore quiz_result", "Exclude quiz_result"];
  expect(buttons("quiz_result")).toEqual(short);
  await user.hover(row("quiz_result"));
  expect(buttons("quiz_result")).toEqual(all);
  await user.unhover(row("quiz_result"));
  expect(buttons("quiz_result")).toEqual(short);
  await user.keyboard("jj");
  expect(buttons("quiz_result")).toEqual(all);
  expect(buttons("Quiz Done")).toEqual(["Approve Quiz Done", "More for Quiz Done"]);
});

it("decides by the menu, in which letters are no shortcuts and which a mouse doesn't close", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("order_value");
  act(() => screen.getByRole("button", { name: "More for order_value" }).focus());
  await user.keyboard("{Enter}");
  const exclude = await screen.findByRole("menuitem", { name: "Exclude" });
  await user.keyboard("ja");
  await user.click(exclude);
  await waitFor(() => expect(sent).toEqual([{ ids: ["n3"], state: "excluded" }]));
});

it("decides one, and takes it back", async () => {
  const { user } = await renderApp(page);
  await user.click(await screen.findByRole("button", { name: "Approve Quiz Done" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { ids: ["n1"], state: "approved" },
      { ids: ["n1"], state: "new" },
    ]),
  );
});

it("moves the focus to the name that takes the place of the one decided about", async () => {
  const { user } = await renderApp(page);
  const press = async (name: string, left: NewName[]) => {
    respond("listNames", someNewNames(left));
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  };
  await press("Approve Quiz Done", [result, retyped]);
  await waitFor(() => expect(row("quiz_result")).toContainElement(document.activeElement as HTMLElement));
  expect(screen.getByRole("button", { name: "Approve quiz_result" })).toHaveFocus();
  await press("Ignore order_value", [result]);
  await waitFor(() => expect(row("quiz_result")).toContainElement(document.activeElement as HTMLElement));
});

it("offers to approve a day of many names only if one of them can be approved", async () => {
  const many = (kind: NewName["kind"]) =>
    Array.from({ length: 51 }, (_, i) => ({ ...result, kind, id: `many${i}`, title: `name ${i}` }));
  respond("listNames", someNewNames(many("silent")));
  const { queryClient } = await renderApp(page);
  expect(await screen.findByRole("button", { name: "Show 51" })).toBeVisible();
  const approve = { name: "Approve all of this day" };
  expect(screen.queryByRole("button", approve)).toBeNull();
  respond("listNames", someNewNames([...many("silent").slice(1), result]));
  await queryClient.invalidateQueries();
  expect(await screen.findByRole("button", approve)).toBeVisible();
});

it("decides several, leaving out those for which it makes no sense", async () => {
  const { user } = await renderApp(page);
  await user.click(await screen.findByRole("checkbox", { name: "Select Quiz Done" }));
  const bar = within(screen.getByRole("toolbar", { name: "Selected names" }));
  await user.click(bar.getByRole("button", { name: "Select all 3" }));
  await user.click(bar.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent).toEqual([{ ids: ["n1", "n2"], state: "approved" }]));
});

it("decides by keys", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("Quiz Done");
  await user.keyboard("jji");
  await waitFor(() => expect(sent).toEqual([{ ids: ["n2"], state: "ignored" }]));
});

it("shows what is known about the current name with Enter, and about any by a click", async () => {
  const folded = aNewName({ id: "n9", kind: "self_changing", label: "exp_*", names: ["exp_1", "exp_2"] });
  respond("listNames", someNewNames([{ ...result, events: ["Quiz Done", "Quiz Left"] }, folded]));
  const { user } = await renderApp(page);
  await screen.findByText("quiz_result");
  await user.keyboard("j{Enter}");
  expect(row("quiz_result")).toHaveTextContent("First day: Nov 23, 2026, on iOS 4.2.0. Open the report");
  expect(within(row("quiz_result")).getByRole("list", { name: "Events" })).toHaveTextContent(
    "Quiz DoneQuiz Left",
  );
  await user.click(screen.getByRole("button", { name: "exp_*" }));
  expect(screen.queryByRole("list", { name: "Events" })).toBeNull();
  expect(screen.getByRole("list", { name: "Names" })).toHaveTextContent("exp_1exp_2");
  await user.keyboard("{Enter}");
  expect(screen.queryByRole("list", { name: "Names" })).toBeNull();
});

it("selects by a long press on phones, which a scrolling finger isn't", async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  await renderApp(page);
  await screen.findByText("Quiz Done");
  vi.useFakeTimers();
  const press = (moved: number) => {
    fireEvent.pointerDown(row("Quiz Done"), { button: 0, clientX: 0, clientY: 0 });
    fireEvent.pointerMove(row("Quiz Done"), { clientX: 0, clientY: moved });
    act(() => void vi.advanceTimersByTime(600));
    fireEvent.pointerUp(row("Quiz Done"));
  };
  press(40);
  expect(screen.queryByRole("toolbar", { name: "Selected names" })).toBeNull();
  press(0);
  expect(screen.getByRole("toolbar", { name: "Selected names" })).toHaveTextContent("1 selected");
});

it("says on the tab how many wait for a decision", async () => {
  await renderApp(page);
  expect(await screen.findByRole("link", { name: "What's new 3" })).toBeVisible();
});

it("selects a range by keys, and lists the keys", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("Quiz Done");
  await user.keyboard("jxjj{Shift>}X{/Shift}i");
  await waitFor(() => expect(sent).toEqual([{ ids: ["n1", "n2", "n3"], state: "ignored" }]));
  await user.keyboard("?");
  expect(await screen.findByText("Select a range")).toBeVisible();
});

it("shows one kind, and opens the incident that a rename explains", async () => {
  const renamed = aNewName({ id: "n4", kind: "renamed", label: "Quiz Done → quiz_done", explains: ["i1"] });
  const calls = respond("listNames", someNewNames([renamed]));
  const { user } = await renderApp(page);
  expect(await screen.findByRole("link", { name: "Explains 1 incident" })).toHaveAttribute(
    "href",
    "/incidents/i1",
  );
  await user.selectOptions(screen.getByLabelText("Kind"), "Renamed or split");
  await waitFor(() => expect(calls.at(-1)?.query.get("kind")).toBe("renamed"));
});

it("moves by keys over the names on screen only", async () => {
  const folded = Array.from({ length: 51 }, (_, place) => aNewName({ id: `f${place}`, name: `f${place}` }));
  const shown = aNewName({ id: "n9", name: "Sign Up", label: "Sign Up", day: "2026-11-21" });
  respond("listNames", someNewNames([...folded, shown]));
  const { user } = await renderApp(page);
  await screen.findByText("Sign Up");
  await user.keyboard("ja");
  await waitFor(() => expect(sent).toEqual([{ ids: ["n9"], state: "approved" }]));
});

it.each([
  ["another tab is open", `${page}?state=approved`, null, "quiz_*", null],
  ["more names match", page, "next", "quiz_*", "Matches at least 1 name, such as quiz_result."],
  ["more names may match", page, "next", "cart_*", "Matches none of the names loaded so far."],
])("doesn't count what a pattern matches as all when %s", async (_when, path, nextCursor, pattern, text) => {
  respond("listNames", someNewNames([quiz, result, retyped], { nextCursor }));
  const { user } = await renderApp(path);
  await screen.findByText("Quiz Done");
  await user.keyboard("p");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Pattern"), pattern);
  if (text === null) expect(dialog.queryByText(/^Matches/)).toBeNull();
  else expect(dialog.getByText(text)).toBeVisible();
});

it("decides by a pattern, which tells what it matches", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("Quiz Done");
  await user.keyboard("p");
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Pattern"), "quiz_*");
  expect(dialog.getByText("Matches quiz_result.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent).toEqual([{ ids: [], pattern: "quiz_*", state: "approved" }]));
});

it("excludes the names that match a pattern now, and takes that back", async () => {
  const { user } = await renderApp(page);
  await screen.findByText("Quiz Done");
  await user.keyboard("p");
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("Exclude"));
  const exclude = dialog.getByRole("button", { name: "Exclude" });
  await user.type(dialog.getByLabelText("Pattern"), "cart_*");
  expect(exclude).toBeDisabled();
  await user.clear(dialog.getByLabelText("Pattern"));
  await user.type(dialog.getByLabelText("Pattern"), "quiz_*");
  await user.click(exclude);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      { ids: ["n2"], state: "excluded" },
      { ids: ["n2"], state: "new" },
    ]),
  );
});

it("says why there is nothing, before the first run and after it", async () => {
  respond("listNames", someNewNames([], { lastDay: null }));
  const { unmount } = await renderApp(page);
  expect(await screen.findByText("No run has read your events yet")).toBeVisible();
  unmount();
  respond("listNames", someNewNames([]));
  const { unmount: leave } = await renderApp(page);
  expect(
    await screen.findByText(
      "61 events and 284 properties count as planned. New names appear here from now on.",
    ),
  ).toBeVisible();
  leave();
  const counts = { new: 0, approved: 3, ignored: 0, excluded: 0 };
  respond("listNames", someNewNames([], { counts }));
  await renderApp(page);
  expect(await screen.findByText("345 names are known. Last checked up to Nov 23, 2026.")).toBeVisible();
});

it("lets viewers read only", async () => {
  const user = aUser();
  respond("getCurrentUser", { ...user, workspaces: [{ ...user.workspaces[0]!, role: "viewer" }] });
  await renderApp(page);
  await screen.findByText("Quiz Done");
  expect(screen.queryByRole("button", { name: /Approve/ })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("says when a decision fails", async () => {
  fail("decideNames", 500);
  const { user } = await renderApp(page);
  await user.click(await screen.findByRole("button", { name: "Ignore order_value" }));
  expect(await screen.findByText("Failed to save the decision")).toBeVisible();
});

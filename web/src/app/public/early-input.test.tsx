import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect, useLayoutEffect, useState } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { catchEarlyInput, type EarlyInput } from "./early-input";

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  const [size, setSize] = useState("small");
  const [count, setCount] = useState("60");
  return (
    <>
      <button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span>Details</span>
      </button>
      <a href="#end">End</a>
      <select aria-label="Size" value={size} onChange={(event) => setSize(event.currentTarget.value)}>
        <option>small</option>
        <option>large</option>
      </select>
      <input aria-label="Count" value={count} onChange={(event) => setCount(event.currentTarget.value)} />
      <p>
        {count} {size} ones
      </p>
    </>
  );
}

let root: HTMLElement;
let early: EarlyInput;
beforeEach(() => {
  root = document.createElement("div");
  root.innerHTML = renderToString(<Page />);
  document.body.append(root);
  early = catchEarlyInput();
});
afterEach(async () => {
  await repeated();
  root.remove();
});
const repeated = () =>
  act(async () => {
    early.repeat();
    await new Promise((resolve) => setTimeout(resolve));
  });
const hydrate = () => act(async () => hydrateRoot(root, <Page />));

it("repeats a click from before hydration once, however often the control was clicked", async () => {
  const user = userEvent.setup();
  await user.click(screen.getByText("Details"));
  await user.click(screen.getByRole("button"));
  await early.begun;
  const button = screen.getByRole("button");
  await hydrate();
  expect(button).toHaveAttribute("aria-expanded", "false");
  await repeated();
  expect(button).toHaveAttribute("aria-expanded", "true");
  await user.click(button);
  expect(button).toHaveAttribute("aria-expanded", "false");
});

it("does not repeat a click twice if it comes during hydration", async () => {
  const user = userEvent.setup();
  await hydrate();
  await user.click(screen.getByRole("button"));
  await repeated();
  expect(screen.getByRole("button")).toHaveAttribute("aria-expanded", "true");
});

it("keeps the values entered into fields", async () => {
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("Size"), "large");
  await user.clear(screen.getByLabelText("Count"));
  await user.type(screen.getByLabelText("Count"), "75");
  await hydrate();
  await repeated();
  expect(screen.getByText("75 large ones")).toBeVisible();
  expect(screen.getByLabelText("Count")).toHaveValue("75");
  expect(screen.getByLabelText("Size")).toHaveValue("large");
});

it("repeats input on the elements that have replaced those it was made on", async () => {
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("Size"), "large");
  await user.click(screen.getByRole("button"));
  root.innerHTML = "";
  await act(async () => createRoot(root).render(<Page />));
  await repeated();
  expect(screen.getByText("60 large ones")).toBeVisible();
  expect(screen.getByRole("button")).toHaveAttribute("aria-expanded", "true");
});

it("keeps a value that React has set back before input is repeated", async () => {
  const user = userEvent.setup();
  await user.selectOptions(screen.getByLabelText("Size"), "large");
  await hydrate();
  screen.getByLabelText<HTMLSelectElement>("Size").value = "small";
  await repeated();
  expect(screen.getByText("60 large ones")).toBeVisible();
});

it.each([
  ["Size", "large", "60 large ones"],
  ["Count", "75", "75 small ones"],
])(
  "keeps what is entered into %s while React is done with the page but not with its effects",
  async (label, value, text) => {
    const enter = () => {
      const field = screen.getByLabelText<HTMLInputElement | HTMLSelectElement>(label);
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")!.set!.call(field, value);
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    };
    function Mounting() {
      useLayoutEffect(() => queueMicrotask(enter), []);
      useEffect(() => early.repeat(), []);
      return <Page />;
    }
    hydrateRoot(root, <Mounting />);
    expect(await screen.findByText(text)).toBeVisible();
  },
);

it.each([
  ["clicks", () => screen.getByRole("button").click()],
  [
    "enters something",
    () => screen.getByLabelText("Count").dispatchEvent(new Event("input", { bubbles: true })),
  ],
])("begins when a program %s", async (_what, act) => {
  act();
  await expect(early.begun).resolves.toBeUndefined();
});

it("leaves links to the browser", async () => {
  const user = userEvent.setup();
  let isPrevented: boolean | undefined;
  root.addEventListener("click", (event) => (isPrevented = event.defaultPrevented));
  await user.click(screen.getByRole("link"));
  expect(isPrevented).toBe(false);
});

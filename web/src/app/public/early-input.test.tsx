import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { catchEarlyInput } from "./early-input";

function Page() {
  const [count, setCount] = useState(0);
  const [size, setSize] = useState("small");
  return (
    <>
      <button onClick={() => setCount(count + 1)}>Clicked {count} times</button>
      <select aria-label="Size" value={size} onChange={(event) => setSize(event.currentTarget.value)}>
        <option>small</option>
        <option>large</option>
      </select>
      <p>It is {size}.</p>
    </>
  );
}

let root: HTMLElement;
beforeEach(() => {
  root = document.createElement("div");
  root.innerHTML = renderToString(<Page />);
  document.body.append(root);
});
afterEach(() => root.remove());

it("does once more what somebody did before the page could, and only that", async () => {
  const user = userEvent.setup();
  const begun = catchEarlyInput();
  await user.click(screen.getByRole("button"));
  await user.selectOptions(screen.getByLabelText("Size"), "large");
  await begun;
  await act(async () => hydrateRoot(root, <Page />));
  expect(await screen.findByText("Clicked 1 times")).toBeVisible();
  await waitFor(() => expect(screen.getByText("It is large.")).toBeVisible());
  expect(screen.getByLabelText("Size")).toHaveValue("large");
  await user.click(screen.getByRole("button"));
  expect(screen.getByText("Clicked 2 times")).toBeVisible();
});

it("leaves alone what React does itself while it takes the page over", async () => {
  void catchEarlyInput();
  await act(async () => {
    hydrateRoot(root, <Page />);
    // Nothing is drawn yet, but React listens already.
    screen.getByRole("button").click();
  });
  expect(screen.getByText("Clicked 1 times")).toBeVisible();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(screen.getByText("Clicked 1 times")).toBeVisible();
});

import { ChakraProvider } from "@chakra-ui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { system } from "@/theme/system";
import { IconButton } from "./icon-button";

/**
 * Fake clocks start at zero, so each test starts an hour after the previous one, and thus after all tooltips
 * of other tests.
 */
let hours = 0;

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(++hours * 3_600_000);
  render(
    <ChakraProvider value={system}>
      <IconButton label="Rerun" icon="r" />
      <IconButton label="Delete run" icon="d" />
    </ChakraProvider>,
  );
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const point = (name: string) => {
  const button = screen.getByRole("button", { name });
  fireEvent.pointerEnter(button, { pointerType: "mouse" });
  fireEvent.pointerMove(button, { pointerType: "mouse" });
};
const leave = (name: string) =>
  fireEvent.pointerLeave(screen.getByRole("button", { name }), { pointerType: "mouse" });

it("opens after 700 ms", async () => {
  point("Rerun");
  await pass(690);
  expect(screen.queryByRole("tooltip")).toBeNull();
  await pass(20);
  expect(screen.getByRole("tooltip")).toHaveTextContent("Rerun");
});

it.each([
  [290, true],
  [320, false],
])("opens at once when another closed %i ms ago: %s", async (agoMs, isOpen) => {
  point("Rerun");
  await pass(710);
  leave("Rerun");
  await pass(agoMs);
  expect(screen.queryByRole("tooltip")).toBeNull();
  point("Delete run");
  await pass(10);
  expect(screen.queryByRole("tooltip") !== null).toBe(isOpen);
});

import { act, render, screen } from "@testing-library/react";
import { ChakraProvider } from "@chakra-ui/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Toaster } from "@/components/toaster";
import { system } from "@/theme/system";
import { dismissToast, toast } from "./toast";

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <ChakraProvider value={system}>
      <Toaster />
    </ChakraProvider>,
  );
});
afterEach(() => vi.useRealTimers());

it("shows one toast at a time, the newest", () => {
  act(() => void toast({ title: "First" }));
  act(() => void toast({ title: "Second", variant: "destructive" }));
  expect(screen.queryByText("First")).toBeNull();
  expect(screen.getByText("Second")).toBeInTheDocument();
});

it.each([
  [undefined, 5_000],
  [6_000, 6_000],
])("closes by itself (duration %s) after %i ms", (durationMs, after) => {
  act(() => void toast({ title: "Hello", durationMs }));
  act(() => void vi.advanceTimersByTime(after - 1));
  expect(screen.getByText("Hello")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Hello")).toBeNull();
});

it("closes by hand", () => {
  act(() => void toast({ title: "Hello" }));
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(screen.queryByText("Hello")).toBeNull();
  act(dismissToast);
});

import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { ChakraProvider } from "@chakra-ui/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Toaster } from "@/components/states/toaster";
import { system } from "@/theme/system";
import { dismissToast, toast, useToast } from "./toast";

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
])("closes automatically (duration %s) after %i ms", (durationMs, after) => {
  act(() => void toast({ title: "Hello", durationMs }));
  act(() => void vi.advanceTimersByTime(after - 1));
  expect(screen.getByText("Hello")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Hello")).toBeNull();
});

it("can be closed by the user", () => {
  act(() => void toast({ title: "Hello" }));
  act(() => screen.getByRole("button", { name: "Close" }).click());
  expect(screen.queryByText("Hello")).toBeNull();
  act(dismissToast);
});

it("remembers a dismissed toast for 1,000,000 ms", () => {
  const { result } = renderHook(() => useToast());
  act(() => void toast({ title: "Hello" }));
  act(dismissToast);
  act(() => void vi.advanceTimersByTime(999_999));
  expect(result.current).toMatchObject({ title: "Hello", isOpen: false });
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBeNull();
});

describe("a swipe", () => {
  const swipe = (toPx: number) => {
    const card = screen.getByText("Hello").closest("[data-variant]")!;
    fireEvent.pointerDown(card, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(card, { clientX: 100 + toPx, pointerId: 1 });
    expect(card).toHaveStyle({ transform: `translateX(${Math.max(0, toPx)}px)` });
    fireEvent.pointerUp(card, { clientX: 100 + toPx, pointerId: 1 });
  };
  beforeEach(() => act(() => void toast({ title: "Hello" })));

  it("of 50 px dismisses it", () => {
    swipe(50);
    expect(screen.queryByText("Hello")).toBeNull();
  });

  it.each([49, -80])("of %i px does not", (toPx) => {
    swipe(toPx);
    const card = screen.getByText("Hello").closest("[data-variant]");
    expect(card).toHaveStyle({ transform: "translateX(0px)" });
  });

  it("that begins on the close button presses the button", () => {
    const button = screen.getByRole("button", { name: "Close" });
    fireEvent.pointerDown(button, { clientX: 100, pointerId: 1 });
    fireEvent.pointerUp(button, { clientX: 300, pointerId: 1 });
    expect(screen.getByText("Hello")).toBeInTheDocument();
  });
});

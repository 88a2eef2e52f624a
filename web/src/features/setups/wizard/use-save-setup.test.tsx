import { ChakraProvider } from "@chakra-ui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Toaster } from "@/components/states/toaster";
import { createQueryClient } from "@/lib/query-client";
import { system } from "@/theme/system";
import { toDraft, type Draft } from "./draft";
import { useSaveSetup } from "./use-save-setup";

const complete: Draft = {
  ...toDraft(undefined),
  name: "Core funnel",
  connectionId: "c1",
  selected: [{ key: "event_stopped", settings: { checkBackDays: 7, thresholdPercent: 30 } }],
};

it.each([
  ["a name", { name: "  " }],
  ["a connection", { connectionId: "" }],
  ["a detector", { selected: [] }],
])("sends nothing without %s and says what is missing", (_what, change) => {
  const onSaved = vi.fn();
  const { result } = renderHook(() => useSaveSetup(undefined, onSaved), {
    wrapper: ({ children }) => (
      <ChakraProvider value={system}>
        <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
        <Toaster />
      </ChakraProvider>
    ),
  });
  act(() => result.current.save({ ...complete, ...change }));
  expect(screen.getByText("Missing required fields")).toBeInTheDocument();
  expect(
    screen.getByText("Please fill in all required fields and select at least one detector."),
  ).toBeInTheDocument();
  expect(onSaved).not.toHaveBeenCalled();
});

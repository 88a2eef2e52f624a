import { ChakraProvider } from "@chakra-ui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { UpgradeProvider } from "@/data/upgrade-context";
import { Toaster } from "@/components/states/toaster";
import { createQueryClient } from "@/lib/query-client";
import { setTokenSource } from "@/lib/token-source";
import { respond } from "@/testing/api-server";
import { anActiveRun } from "@/testing/builders";
import { system } from "@/theme/system";
import { useStartRun } from "./use-start-run";

afterEach(() => vi.useRealTimers());

it("refuses a second run with a toast of 6 seconds, before anything is sent", async () => {
  setTokenSource({
    idToken: () => Promise.resolve("token"),
    isReplaced: () => Promise.resolve(false),
    renew: (action) => action(),
  });
  respond("listActiveRuns", [anActiveRun()]);
  const { result } = renderHook(() => useStartRun(), {
    wrapper: ({ children }) => (
      <ChakraProvider value={system}>
        <QueryClientProvider client={createQueryClient()}>
          <UpgradeProvider>{children}</UpgradeProvider>
        </QueryClientProvider>
        <Toaster />
      </ChakraProvider>
    ),
  });
  await waitFor(() => expect(result.current.activeRun).not.toBeNull());
  vi.useFakeTimers();
  await act(() => result.current.startRun("s2"));
  expect(screen.getByText("Cannot Start New Run")).toBeInTheDocument();
  expect(
    screen.getByText("Only one run per account can be active. Cancel the active run first."),
  ).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(5_999));
  expect(screen.getByText("Cannot Start New Run")).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText("Cannot Start New Run")).toBeNull();
});

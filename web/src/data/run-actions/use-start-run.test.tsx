import { ChakraProvider } from "@chakra-ui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UpgradeProvider } from "@/data/upgrade-context";
import { Toaster } from "@/components/states/toaster";
import { createQueryClient } from "@/lib/query-client";
import { setTokenSource } from "@/lib/token-source";
import { respond } from "@/testing/api-server";
import { anActiveRun, aRun } from "@/testing/builders";
import { aReport } from "@/testing/report-builders";
import { system } from "@/theme/system";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useWatchActiveRun } from "../active-run";
import { useStartRun } from "./use-start-run";

beforeEach(() =>
  setTokenSource({
    idToken: () => Promise.resolve("token"),
    isReplaced: () => Promise.resolve(false),
    renew: (action) => action(),
  }),
);
afterEach(() => vi.useRealTimers());

const Providers = ({ children }: { children: ReactNode }) => {
  const [queryClient] = useState(createQueryClient);
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <UpgradeProvider>{children}</UpgradeProvider>
      </QueryClientProvider>
      <MemoryRouter>
        <Toaster />
      </MemoryRouter>
    </ChakraProvider>
  );
};

it("refuses a second run with a toast of 6 seconds, before anything is sent", async () => {
  respond("listActiveRuns", [anActiveRun()]);
  const { result } = renderHook(() => useStartRun(), {
    wrapper: Providers,
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

it("says what a run over days that were already tested counts, before it starts", async () => {
  const user = userEvent.setup();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC" }).format(new Date());
  respond("listActiveRuns", []);
  respond("getRunPermission", { canStartRun: true, requiresUpgrade: false, blockedBy: null });
  respond("listSetupRuns", [
    aRun({ setupId: "s1", rowsAnalysed: 97, window: { lastDay: today, timeZone: "UTC" } }),
  ]);
  respond("startRun", { id: "r2", status: "pending", setupId: "s1" });
  function StartButton() {
    const { startRun, question } = useStartRun();
    return (
      <>
        <button onClick={() => void startRun("s1")}>Start</button>
        <ConfirmDialog {...question} />
      </>
    );
  }
  render(<StartButton />, {
    wrapper: Providers,
  });
  await user.click(screen.getByRole("button", { name: "Start" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog).toHaveTextContent("Running again counts about 97 billable checks again.");
  await user.click(within(dialog).getByRole("button", { name: "Run Again" }));
  expect(await screen.findByText("Run started")).toBeInTheDocument();
});

it("announces the end of a run that has ended before it is read for the first time", async () => {
  const user = userEvent.setup();
  const read = respond("listActiveRuns", []);
  respond("getRunPermission", { canStartRun: true, requiresUpgrade: false, blockedBy: null });
  respond("listSetupRuns", []);
  respond("startRun", { id: "r2", status: "pending", setupId: "s1" });
  respond("getRunReport", aReport({ id: "r2", status: "completed" }));
  function StartButton() {
    useWatchActiveRun();
    const { startRun } = useStartRun();
    return <button onClick={() => void startRun("s1")}>Start</button>;
  }
  render(<StartButton />, {
    wrapper: Providers,
  });
  await waitFor(() => expect(read.length).toBeGreaterThan(0));
  await user.click(screen.getByRole("button", { name: "Start" }));
  expect(await screen.findByRole("link", { name: "View Report" })).toHaveAttribute("href", "/reports/r2");
});

import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { aRun } from "@/testing/builders";
import { system } from "@/theme/system";
import { RunTable } from "./run-table";

const startedAt = "2026-11-20T09:00:00.000Z";

it.each([
  ["has not started", { status: "pending", startedAt: null, finishedAt: null }, "Not started", "None"],
  ["is underway", { status: "running", startedAt, finishedAt: null }, /Nov 20, 2026/, "Running..."],
  [
    "has ended",
    { status: "completed", startedAt, finishedAt: "2026-11-20T09:02:05.000Z" },
    /Nov 20, 2026/,
    "2m 5s",
  ],
] as const)("a run that %s", (_what, change, started, duration) => {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter>
        <RunTable runs={[aRun(change)]} />
      </MemoryRouter>
    </ChakraProvider>,
  );
  const cells = screen.getAllByRole("cell");
  expect(cells[1]).toHaveTextContent(started);
  if (duration === "None") expect(screen.getByLabelText("None")).toHaveTextContent("—");
  else expect(cells[2]).toHaveTextContent(duration);
});

it("labels its columns", () => {
  render(
    <ChakraProvider value={system}>
      <RunTable runs={[]} />
    </ChakraProvider>,
  );
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Setup", "Status", "Started", "Duration", "Results", "Actions"]);
});

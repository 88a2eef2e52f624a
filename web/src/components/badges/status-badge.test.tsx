import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { ConnectionStatusBadge, RunStatusBadge, SetupStatusBadge } from "./status-badge";

const badges = { run: RunStatusBadge, connection: ConnectionStatusBadge, setup: SetupStatusBadge };

it.each([
  ["run", "pending", "Pending"],
  ["run", "running", "Running"],
  ["run", "completed", "Completed"],
  ["run", "partial", "Partial"],
  ["run", "failed", "Failed"],
  ["run", "cancelled", "Cancelled"],
  ["run", "paused-by-aliens", "Pending"],
  ["connection", "pending", "Pending"],
  ["connection", "verified", "Connected"],
  ["connection", "failed", "Failed"],
  ["connection", "toString", "Pending"],
  ["setup", "active", "Active"],
  ["setup", "paused", "Paused"],
  ["setup", "gone", "Archived"],
] as const)("a %s that is %s reads %s", (kind, status, word) => {
  const Badge = badges[kind];
  render(
    <ChakraProvider value={system}>
      <Badge status={status} />
    </ChakraProvider>,
  );
  expect(screen.getByText(word)).toBeInTheDocument();
});

import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { RunProgress } from "./run-progress";

const startedAt = "2026-11-20T09:00:00.000Z";
const readAt = Date.parse(startedAt) + 220_000;

it.each([
  ["Reading events from Mixpanel (12 MB so far)", "41 of 63 days, about 2 minutes left"],
  ["Reading past days once to learn segments", "41 of 63 days, about 2 minutes left"],
  ["Reading user profiles from Mixpanel", "41 of 63 profiles"],
])("says what %j counts", (step, text) => {
  render(
    <ChakraProvider value={system}>
      <RunProgress run={{ startedAt, progress: { step, done: 41, total: 63 } }} readAt={readAt} />
    </ChakraProvider>,
  );
  expect(screen.getByRole("progressbar", { name: step })).toHaveAttribute("aria-valuetext", text);
});

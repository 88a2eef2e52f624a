import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { EffectScale } from "./effect-scale";

const shift = { chance: 0.006, warningFrom: 0.15, alertFrom: 0.3, effect: 0.647 };
const shown = (series: typeof shift) =>
  render(
    <ChakraProvider value={system}>
      <EffectScale series={series} severity="alert" />
    </ChakraProvider>,
  );

it("names the shifted share, what chance alone would shift, and where warnings and alerts begin", () => {
  shown(shift);
  expect(screen.getByText("65%")).toBeVisible();
  expect(screen.getByText("random 0.6%, warning from 15%, alert from 30%")).toBeInTheDocument();
  // The scale ends where the share has room.
  expect(screen.getByText("75%")).toBeInTheDocument();
});

it("names no warning where a shift can only be an alert", () => {
  shown({ ...shift, warningFrom: 0.3 });
  expect(screen.getByText("random 0.6%, alert from 30%")).toBeInTheDocument();
  expect(screen.queryByText(/warning/)).toBeNull();
});

import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { LoadingScreen } from "./loading-screen";

it.each([
  [undefined, "Loading..."],
  ["Opening the report", "Opening the report"],
])("with message %j says %j", (message, text) => {
  render(
    <ChakraProvider value={system}>
      <LoadingScreen message={message} />
    </ChakraProvider>,
  );
  expect(screen.getByRole("status")).toHaveTextContent(text);
});

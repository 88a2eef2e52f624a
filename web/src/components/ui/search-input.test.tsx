import { ChakraProvider } from "@chakra-ui/react";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { SearchInput } from "./search-input";

/** A page that learns late of what was typed, as from its address on a slow machine. */
function SlowPage() {
  const [value, setValue] = useState("");
  return (
    <ChakraProvider value={system}>
      <SearchInput label="Filter" value={value} onChange={(text) => setTimeout(() => setValue(text), 30)} />
      <output>{value}</output>
      <button onClick={() => setValue("")}>Clear</button>
    </ChakraProvider>
  );
}

it("loses no letter while the page is behind, and follows it once the field is left", async () => {
  const user = userEvent.setup();
  render(<SlowPage />);
  const field = screen.getByRole("searchbox", { name: "Filter" });
  await user.type(field, "team 8");
  expect(field).toHaveValue("team 8");
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("team 8"));
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(field).toHaveValue("");
});

import { ChakraProvider } from "@chakra-ui/react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, it } from "vitest";
import { system } from "@/theme/system";
import { MobileMenu } from "./mobile-menu";

const menu = () => screen.queryByRole("dialog", { name: "Menu" });

function openMenu() {
  const element = <MobileMenu items={[{ to: "/runs", label: "Runs" }]} user={null} onLogout={undefined} />;
  const router = createMemoryRouter([{ path: "*", element }]);
  render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Open menu" }));
  expect(menu()).not.toBeNull();
  return router;
}

it("stays open when a page that was still loading appears", async () => {
  const router = openMenu();
  await act(() => router.navigate("/setups"));
  expect(menu()).not.toBeNull();
});

it("closes when a link in it is chosen", () => {
  openMenu();
  fireEvent.click(screen.getByRole("link", { name: "Runs" }));
  expect(menu()).toBeNull();
});

it("closes when the person goes back", () => {
  openMenu();
  fireEvent.popState(window);
  expect(menu()).toBeNull();
});

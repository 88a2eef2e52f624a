import { afterEach, expect, it, vi } from "vitest";
import { followSystemColorMode } from "./color-mode";

afterEach(() => vi.unstubAllGlobals());

it("is light while the page is printed, whatever the device is", () => {
  const media = (matches: boolean) => Object.assign(new EventTarget(), { matches });
  const dark = media(true);
  const print = media(false);
  vi.stubGlobal("matchMedia", (query: string) => (query === "print" ? print : dark));
  followSystemColorMode();
  dark.dispatchEvent(new Event("change"));
  const { classList } = document.documentElement;
  expect(classList.contains("dark")).toBe(true);
  const switchTo = (isPrinting: boolean) => {
    print.matches = isPrinting;
    print.dispatchEvent(new Event("change"));
  };
  switchTo(true);
  expect(classList.contains("dark")).toBe(false);
  switchTo(false);
  expect(classList.contains("dark")).toBe(true);
});

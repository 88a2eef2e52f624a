import { useSyncExternalStore } from "react";

export type ColorMode = "system" | "light" | "dark";

/** The chosen color mode and its setter. The choice is kept in this browser; `system` follows the device. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  return [useSyncExternalStore(subscribe, readColorMode, () => "system"), setColorMode];
}

/** Keeps <html> in sync with the device while the choice is `system`, and light on paper. Call once at startup. */
export function followSystemColorMode(): void {
  darkDevice().addEventListener("change", apply);
  paper().addEventListener("change", apply);
}

const storageKey = "plumbline-colour-mode";
const listeners = new Set<() => void>();
let sessionMode: ColorMode = "system";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readColorMode(): ColorMode {
  const stored = readStorage();
  return stored === "light" || stored === "dark" ? stored : sessionMode;
}

function setColorMode(mode: ColorMode): void {
  sessionMode = mode;
  try {
    if (mode === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Storage may be blocked; `sessionMode` then holds the choice until the next load.
  }
  apply();
  listeners.forEach((listener) => listener());
}

function apply(): void {
  const mode = readColorMode();
  const dark = !paper().matches && (mode === "dark" || (mode === "system" && darkDevice().matches));
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
}

const darkDevice = () => matchMedia("(prefers-color-scheme: dark)");
const paper = () => matchMedia("print");

function readStorage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

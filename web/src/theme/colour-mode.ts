import { useSyncExternalStore } from "react";

export const colourModes = ["system", "light", "dark"] as const;
export type ColourMode = (typeof colourModes)[number];

/** The chosen colour mode and its setter. The choice is kept in this browser; `system` follows the device. */
export function useColourMode(): [ColourMode, (mode: ColourMode) => void] {
  return [useSyncExternalStore(subscribe, readColourMode, () => "system"), setColourMode];
}

/** Keeps <html> in step with the device while the choice is `system`. Call once at the start. */
export function followSystemColourMode(): void {
  darkDevice().addEventListener("change", apply);
}

const storageKey = "plumbline-colour-mode";
const listeners = new Set<() => void>();
let sessionMode: ColourMode = "system";

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readColourMode(): ColourMode {
  const stored = readStorage();
  return stored === "light" || stored === "dark" ? stored : sessionMode;
}

function setColourMode(mode: ColourMode): void {
  sessionMode = mode;
  try {
    if (mode === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Storage may be blocked; `sessionMode` then holds until the next load.
  }
  apply();
  listeners.forEach((listener) => listener());
}

function apply(): void {
  const mode = readColourMode();
  const dark = mode === "dark" || (mode === "system" && darkDevice().matches);
  document.documentElement.classList.toggle("dark", dark);
  document.documentElement.classList.toggle("light", !dark);
  document.documentElement.style.colorScheme = dark ? "dark" : "light";
}

const darkDevice = () => matchMedia("(prefers-color-scheme: dark)");

function readStorage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

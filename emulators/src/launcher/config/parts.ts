import type { PortName } from "./ports.js";

/**
 * The parts of a stack, in the order in which they start. They stop in the opposite order: what sends requests first, and
 * Firestore last, so that its export is complete.
 */
export const partNames = [
  "firestore",
  "storage",
  "mail",
  "mixpanel",
  "stripe",
  "channels",
  "tasks",
  "auth",
  "functions",
  "hosting",
  "schedule",
] as const;

export type PartName = (typeof partNames)[number];

/** The ports that a part listens on. */
export const portsOf = (part: PartName): readonly PortName[] => (part === "mail" ? ["mail", "smtp"] : [part]);

/** Something that is running and can be stopped. */
export interface Closable {
  close(): Promise<void>;
}

/** Receives the output of the parts, one line at a time. */
export type Output = (part: string, line: string) => void;

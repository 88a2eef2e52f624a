import type { PortName } from "./ports.js";

/** The parts of a stack, in the order in which they start. */
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

/** The ports a part listens on. */
export const portsOf = (part: PartName): readonly PortName[] => (part === "mail" ? ["mail", "smtp"] : [part]);

/** Something that runs and can be ended. */
export interface Closable {
  close(): Promise<void>;
}

/** Where output goes: one line of one part. */
export type Output = (part: string, line: string) => void;

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Closable } from "./parts.js";

export interface MixpanelOptions {
  readonly port: number;
  readonly dataDir: string;
}

export interface StripeOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly secretKey: string;
  readonly webhookEvents: readonly string[];
}

export const startMixpanel = (options: MixpanelOptions) => start("mixpanel", "startMixpanel", options);
export const startStripe = (options: StripeOptions) => start("stripe", "startStripe", options);

/** Loaded when first needed: the demo project is large. @returns undefined when there is no such stand-in */
async function start(folder: string, name: string, options: unknown): Promise<Closable | undefined> {
  const file = new URL(`../${folder}/server.ts`, import.meta.url);
  if (!existsSync(fileURLToPath(file))) return undefined;
  const module = (await import(file.href)) as Record<string, (options: unknown) => Promise<Closable>>;
  return module[name]?.(options);
}

import { z } from "zod";
import {
  fileChannelSchema,
  type Channel,
  type CreateChannel,
  type UpdateChannel,
} from "../../../functions/src/contract/channels/channels.js";
import { secretFieldOf } from "../../../functions/src/contract/channels/kinds.js";
import { fileRouteSchema, type Route } from "../../../functions/src/contract/channels/routes.js";
import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import type {
  FileChannel,
  FileRoute,
  FileSetup,
} from "../../../functions/src/contract/integrations/config-file.js";
import { fileSetupSchema, type Setup } from "../../../functions/src/contract/setups.js";

/** Entries of a configuration file that have an id, by type. */
export type Entries = { setup: FileSetup; channel: FileChannel; route: FileRoute };
export type EntryType = keyof Entries;

const channelSchemas = new Map(fileChannelSchema.options.map((option) => [option.shape.kind.value, option]));

const shapeOf = (type: EntryType, entry: object): z.core.$ZodShape =>
  type === "setup"
    ? fileSetupSchema.shape
    : type === "route"
      ? fileRouteSchema.shape
      : channelSchemas.get((entry as FileChannel).kind)!.shape;

/** Picks the fields of an API answer that a file has. */
const picked = (type: EntryType, answer: object): object =>
  Object.fromEntries(
    Object.entries(answer).filter(
      ([key, value]) => Object.hasOwn(shapeOf(type, answer), key) && value !== undefined,
    ),
  );

/** Sorts addresses and removes duplicates, because their order has no meaning. */
export const sortedChannel = (channel: FileChannel): FileChannel =>
  channel.kind === "email" ? { ...channel, addresses: [...new Set(channel.addresses)].sort() } : channel;
export const sortedRoute = (route: FileRoute): FileRoute => ({
  ...route,
  detectors: detectorKeys.filter((key) => route.detectors.includes(key)),
});

export const fileSetupOf = (setup: Setup): FileSetup => picked("setup", setup) as FileSetup;
export const fileRouteOf = (route: Route): FileRoute => sortedRoute(picked("route", route) as FileRoute);
export const fileChannelOf = ({ addresses, settings, secretEnv, ...channel }: Channel): FileChannel => {
  const secret = secretFieldOf(channel.kind);
  const fields = {
    ...channel,
    ...settings,
    addresses: addresses.map(({ email }) => email),
    ...(secret === null || secretEnv === null ? {} : { [secret]: { env: secretEnv } }),
  };
  return sortedChannel(picked("channel", fields) as FileChannel);
};

/** An entry without default values, with its fields in the order of the schema. */
export const withoutDefaultsOf = (type: EntryType, entry: object): object => {
  const values = entry as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(shapeOf(type, entry)).flatMap(([key, schema]) => {
      const preset = z.safeParse(schema, undefined);
      const isDefault = preset.success && JSON.stringify(preset.data) === JSON.stringify(values[key]);
      return isDefault ? [] : [[key, values[key]]];
    }),
  );
};

/** A channel's secret: its field and the environment variable that holds it. Null for kinds without a secret. */
export function secretOf(channel: FileChannel): { field: string; env: string | null } | null {
  const field = secretFieldOf(channel.kind);
  if (field === null) return null;
  return { field, env: (channel as unknown as Record<string, { env: string }>)[field]?.env ?? null };
}

/**
 * The request body for a channel.
 * @param value the secret; if omitted, the stored one is kept
 */
export const channelBody = <T extends CreateChannel | UpdateChannel>(
  channel: FileChannel,
  value: string | undefined,
): T => {
  const secret = secretOf(channel);
  const plain: object = secret ? { ...channel, [secret.field]: value } : channel;
  return { ...plain, secretEnv: secret?.env ?? null } as unknown as T;
};

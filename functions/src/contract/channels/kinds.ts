import { z } from "zod";
import type { ChannelKindDescriptor, Field, Fields } from "./kinds/descriptor.js";
import { channelKinds } from "./kinds/descriptors.js";

type Kinds = typeof channelKinds;
export type ChannelKind = keyof Kinds;
export type ChannelIcon = Kinds[ChannelKind]["icon"];
export const channelKindNames = Object.keys(channelKinds) as [ChannelKind, ...ChannelKind[]];

/** A kind's descriptor, for code that treats all kinds alike. */
export const channelKindOf = (kind: ChannelKind): ChannelKindDescriptor<Fields> =>
  channelKinds[kind] as unknown as ChannelKindDescriptor<Fields>;

/** Values of a kind's fields. */
export type ChannelFields<K extends ChannelKind> = {
  [name in keyof Kinds[K]["fields"]]: z.output<FieldsOf<K>[name]["schema"]>;
};
type FieldsOf<K extends ChannelKind> = Kinds[K]["fields"] & Fields;

/** The schemas of a kind's fields. */
export type ChannelShape<K extends ChannelKind> = {
  [name in keyof Kinds[K]["fields"]]: FieldsOf<K>[name]["schema"];
};
/** The same with `Reference` instead of a secret, and without optional ones. */
export type ReferencedShape<K extends ChannelKind, Reference> = {
  [
    name in keyof Kinds[K]["fields"] as FieldsOf<K>[name]["schema"] extends z.ZodOptional ? never : name
  ]: FieldsOf<K>[name] extends { isSecret: true } ? Reference : FieldsOf<K>[name]["schema"];
};

export const channelShape = <K extends ChannelKind>(kind: K): ChannelShape<K> =>
  Object.fromEntries(
    Object.entries(channelKindOf(kind).fields).map(([name, { schema }]) => [name, schema]),
  ) as ChannelShape<K>;

const secretsOf = (kind: ChannelKind, isOptional: boolean): string[] =>
  Object.entries(channelKindOf(kind).fields)
    .filter(([, field]) => field.isSecret && isOptionalField(field) === isOptional)
    .map(([name]) => name);

/** The required field that holds the secret; null for kinds without one. */
export const secretFieldOf = (kind: ChannelKind): string | null => secretsOf(kind, false)[0] ?? null;

/** Names of the secrets that a channel may have besides. */
export const optionalSecretsOf = (kind: ChannelKind): string[] => secretsOf(kind, true);

/** Names of the fields that are neither secret nor lists. */
export const plainFieldsOf = (kind: ChannelKind): string[] =>
  Object.entries(channelKindOf(kind).fields)
    .filter(([, field]) => !field.isSecret && !isListField(field))
    .map(([name]) => name);

export const isListField = ({ schema }: Field): boolean => schema instanceof z.ZodArray;

export const isOptionalField = ({ schema }: Field): boolean => schema instanceof z.ZodOptional;

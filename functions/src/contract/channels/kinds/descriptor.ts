import { z } from "zod";

export const urlSchema = z.url().max(2_048);
/** Must be printable ASCII without spaces because it goes into a header. */
export const secretSchema = z.string().regex(/^[\x21-\x7e]{8,400}$/);

/** A field that a person fills in, besides the name. */
export type Field = {
  schema: z.ZodType<string | undefined> | z.ZodArray<z.ZodType<string>>;
  label: string;
  help: string;
  /**
   * Stored encrypted and never returned. A configuration file names an environment variable instead, and leaves out
   * secrets that are optional.
   */
  isSecret?: true;
  /** A URL that Plumbline sends requests to, so it must be public. */
  isUrl?: true;
};
export type Fields = Record<string, Field>;

export const channelGroups = ["Messages", "Tickets", "Your own code"] as const;
type ChannelGroup = (typeof channelGroups)[number];

/** What is needed to offer a kind of channel. Its sender is in `features/channels/senders`. */
export type ChannelKindDescriptor<F extends Fields> = {
  label: string;
  icon: "mail" | "hash" | "message-square" | "webhook" | "siren" | "ticket" | "circle-dot" | "square-kanban";
  /** Under which heading the kind is offered, with one line that tells it from the others. */
  group: ChannelGroup;
  line: string;
  /** The vendor's page about what has to be created there; null if nothing has to. */
  guide: string | null;
  /** At most one of the required ones is secret. */
  fields: F;
  /** How people recognize a channel. It contains nothing secret. */
  target: (fields: { [name in keyof F]: z.output<F[name]["schema"]> }) => string;
  /** Findings are sent by routes; the audit log is sent as a whole, without a route. */
  receives: "findings" | "audit";
  /** What people do with an incident that is posted as a reply to the message that reported it. */
  replies: "all" | "closed" | "none";
  /** Whether it can receive daily and weekly digests, and what is new about names. */
  canDigest: boolean;
  /** Whether messages are signed with a secret that is shown once. */
  isSigned: boolean;
  /** For the table in docs/channels.md: what an admin needs, and how often a message can appear. */
  docs: { needs: string; appears: string };
};

export const defineChannelKind = <const F extends Fields>(
  descriptor: Omit<ChannelKindDescriptor<F>, keyof typeof usual> &
    Partial<Pick<ChannelKindDescriptor<F>, keyof typeof usual>>,
): ChannelKindDescriptor<F> => ({ ...usual, ...descriptor });

const usual = { receives: "findings", replies: "none", canDigest: true, isSigned: false } as const;

export const hostOf = (url: string): string => new URL(url).host;

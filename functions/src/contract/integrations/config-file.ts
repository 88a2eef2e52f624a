import { z } from "zod";
import { idSchema } from "../common.js";
import { fileChannelSchema } from "../channels/channels.js";
import { patternSchema } from "../names/names.js";
import { fileRouteSchema } from "../channels/routes.js";
import { chosenSegmentsSchema } from "../data-settings.js";
import { fileSetupSchema } from "../setups.js";

const nameSchema = z.string().min(1).max(1024);

/** Events and properties that runs on a connection leave out. */
const fileExclusionsSchema = z.strictObject({
  connectionId: idSchema,
  events: z.array(nameSchema).default([]),
  eventProperties: z
    .array(z.strictObject({ event: nameSchema, properties: z.array(nameSchema).min(1) }))
    .default([]),
  userProperties: z.array(nameSchema).default([]),
});
export type FileExclusions = z.output<typeof fileExclusionsSchema>;

/** Event properties whose common values runs on a connection check too. */
const fileSegmentsSchema = z.strictObject({ connectionId: idSchema, properties: chosenSegmentsSchema });

/** Names that are approved or ignored when they appear. */
const fileNamesSchema = z
  .strictObject({
    connectionId: idSchema,
    approved: z.array(patternSchema).default([]),
    ignored: z.array(patternSchema).default([]),
  })
  .refine(({ approved, ignored }) => !approved.some((pattern) => ignored.includes(pattern)), {
    message: "A pattern can't be both approved and ignored.",
  });
export type FileNames = z.output<typeof fileNamesSchema>;

/** `plumbline.yml`: a workspace's setups, exclusions, segments, patterns of names, channels and routes, kept in a repository. */
export const configFileSchema = z
  .strictObject({
    version: z.literal(1),
    setups: z.array(fileSetupSchema).default([]),
    exclusions: z.array(fileExclusionsSchema).default([]),
    segments: z.array(fileSegmentsSchema).default([]),
    names: z.array(fileNamesSchema).default([]),
    channels: z.array(fileChannelSchema).default([]),
    routes: z.array(fileRouteSchema).default([]),
  })
  .superRefine(({ setups, exclusions, segments, names, channels, routes }, context) => {
    refuseRepeated(setups, "setups", "id", context);
    refuseRepeated(exclusions, "exclusions", "connectionId", context);
    refuseRepeated(segments, "segments", "connectionId", context);
    refuseRepeated(names, "names", "connectionId", context);
    refuseRepeated(channels, "channels", "id", context);
    refuseRepeated(routes, "routes", "id", context);
  });
export type ConfigFile = z.output<typeof configFileSchema>;
export type FileSetup = ConfigFile["setups"][number];
export type FileChannel = ConfigFile["channels"][number];
export type FileRoute = ConfigFile["routes"][number];

function refuseRepeated<K extends string>(
  entries: readonly Record<K, string>[],
  list: string,
  key: K,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (seen.has(entry[key]))
      context.addIssue({ code: "custom", path: [list, index, key], message: "It appears more than once." });
    seen.add(entry[key]);
  }
}

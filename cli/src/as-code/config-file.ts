import { isScalar, Lexer, parseDocument, Document, visit } from "yaml";
import { z } from "zod";
import {
  configFileSchema,
  type ConfigFile,
  type FileExclusions,
  type FileNames,
  type FileSetup,
} from "../../../functions/src/contract/integrations/config-file.js";
import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import { unknownKeyIssues } from "../../../functions/src/contract/unknown-keys.js";
import { printable } from "../io.js";
import { UsageError } from "../usage-error.js";
import { sortedChannel, sortedRoute, withoutDefaultsOf } from "./entries.js";

/** The JSON Schema of `plumbline.yml`, for editors. */
export const configFileJsonSchema = (): object => ({
  title: "plumbline.yml",
  ...z.toJSONSchema(configFileSchema, { io: "input" }),
});

/**
 * @param name of the file in messages
 * @throws UsageError that says what is wrong, and where
 */
export function parseConfigFile(text: string, name: string): ConfigFile {
  const content = valueOf(text, name);
  const parsed = configFileSchema.safeParse(content);
  const unknown = unknownKeyIssues(configFileSchema, content);
  if (parsed.success && unknown.length === 0) return inOrder(parsed.data);
  const invalid = (parsed.error?.issues ?? []).filter(
    ({ code }) => unknown.length === 0 || code !== "unrecognized_keys",
  );
  const issues = [...unknown, ...invalid].map(
    ({ path, message }) => `  ${z.core.toDotPath(path)}: ${message}`,
  );
  throw new UsageError(`${name} is not valid:\n${issues.join("\n")}`);
}

/** A parsed file takes up to 150 times its size in memory. */
const mostCharacters = 2_000_000;

function valueOf(text: string, name: string): unknown {
  if (text.length > mostCharacters)
    throw new UsageError(
      `${name} is too large: it may have at most ${mostCharacters.toLocaleString("en-US")} characters`,
    );
  if (isNestedTooDeep(text)) throw new UsageError(`${name} can't be read: its values are nested too deep`);
  try {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error) throw new UsageError(`${name}: ${error.message.trimEnd()}`);
    return document.toJS();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Aliases that would expand without end.
    throw new UsageError(`${name} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const mostLevels = 100;

/** The parser needs gigabytes for 100,000 brackets, so they are counted in its tokens. */
function isNestedTooDeep(text: string): boolean {
  let brackets = 0;
  let dashes = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") brackets++;
    else if (token === "]" || token === "}") brackets--;
    else if (token === "-" || token === "?") dashes++;
    else if (token === "\n") dashes = 0;
    if (brackets + dashes > mostLevels) return true;
  }
  return false;
}

/** Names by id. They are shown as comments after the fields with these keys. */
export type Names = Partial<Record<"connectionId" | "setupId" | "channelId", ReadonlyMap<string, string>>>;

/**
 * Formats a configuration file without defaults and empty lists, so that the same content always gives the same text.
 */
export function formatConfigFile(file: ConfigFile, names: Names = {}): string {
  const document = new Document(withoutDefaults(file), { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value)) return;
      const name = names[String(key.value) as keyof Names]?.get(String(value.value));
      if (name) value.comment = ` ${printable(name)}`;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** A file's content without default values. */
export const withoutDefaults = (file: ConfigFile) => {
  const { version, setups, exclusions, segments, names, channels, routes } = inOrder(file);
  return {
    version,
    setups: setups.map((setup) => withoutDefaultsOf("setup", setup)),
    ...(exclusions.length === 0 ? {} : { exclusions: exclusions.map(withoutEmptyLists) }),
    ...(segments.length === 0 ? {} : { segments }),
    ...(names.length === 0 ? {} : { names: names.map(withoutEmptyLists) }),
    ...(channels.length === 0
      ? {}
      : { channels: channels.map((channel) => withoutDefaultsOf("channel", channel)) }),
    ...(routes.length === 0 ? {} : { routes: routes.map((route) => withoutDefaultsOf("route", route)) }),
  };
};

const withoutEmptyLists = ({ connectionId, ...lists }: FileExclusions | FileNames) => ({
  connectionId,
  ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
});

/** Sorts everything and removes duplicates, because the order in a file has no meaning. */
const inOrder = ({
  version,
  setups,
  exclusions,
  segments,
  names,
  channels,
  routes,
}: ConfigFile): ConfigFile => ({
  version,
  setups: setups.map(withSortedChecks).sort(by(({ id }) => id)),
  exclusions: exclusions
    .map(sortedExclusions)
    .filter(({ events, eventProperties, userProperties }) =>
      [events, eventProperties, userProperties].some(({ length }) => length > 0),
    )
    .sort(by(({ connectionId }) => connectionId)),
  segments: segments
    .map(({ connectionId, properties }) => ({ connectionId, properties: sortedNames(properties) }))
    .sort(by(({ connectionId }) => connectionId)),
  names: names
    .map(({ connectionId, approved, ignored }) => ({
      connectionId,
      approved: sortedNames(approved),
      ignored: sortedNames(ignored),
    }))
    .filter(({ approved, ignored }) => approved.length + ignored.length > 0)
    .sort(by(({ connectionId }) => connectionId)),
  channels: channels.map(sortedChannel).sort(by(({ id }) => id)),
  routes: routes.map(sortedRoute).sort(by(({ id }) => id)),
});

const withSortedChecks = (setup: FileSetup): FileSetup => ({
  ...setup,
  selectedDetectors: [...setup.selectedDetectors].sort(
    (a, b) => detectorKeys.indexOf(a.key) - detectorKeys.indexOf(b.key),
  ),
});

function sortedExclusions({ connectionId, events, eventProperties, userProperties }: FileExclusions) {
  const byEvent = new Map<string, string[]>();
  for (const { event, properties } of eventProperties)
    byEvent.set(event, [...(byEvent.get(event) ?? []), ...properties]);
  return {
    connectionId,
    events: sortedNames(events),
    eventProperties: [...byEvent]
      .map(([event, properties]) => ({ event, properties: sortedNames(properties) }))
      .sort(by(({ event }) => event)),
    userProperties: sortedNames(userProperties),
  };
}

const sortedNames = (names: readonly string[]): string[] => [...new Set(names)].sort();

const by =
  <T>(key: (entry: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;

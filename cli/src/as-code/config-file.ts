import { isScalar, parseDocument, Document, visit } from "yaml";
import { z } from "zod";
import {
  configFileSchema,
  type ConfigFile,
  type FileExclusions,
  type FileSetup,
} from "../../../functions/src/contract/integrations/config-file.js";
import { detectorKeys } from "../../../functions/src/contract/detectors.js";
import { printable } from "../io.js";
import { UsageError } from "../usage-error.js";

/** The JSON Schema of `plumbline.yml`, for editors. */
export const configFileJsonSchema = (): object => ({
  title: "plumbline.yml",
  ...z.toJSONSchema(configFileSchema, { io: "input" }),
});

/** @param name what the file is called in messages. @throws UsageError that names what is wrong, and where */
export function parseConfigFile(text: string, name: string): ConfigFile {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new UsageError(`${name}: ${error.message}`);
  const parsed = configFileSchema.safeParse(document.toJS());
  if (parsed.success) return inOrder(parsed.data);
  const issues = parsed.error.issues.map(({ path, message }) => `  ${z.core.toDotPath(path)}: ${message}`);
  throw new UsageError(`${name} is not valid:\n${issues.join("\n")}`);
}

/**
 * The text of a configuration file. The same content always has the same text: defaults and empty lists are left out.
 * @param projects names of connections, which are shown as comments
 */
export function formatConfigFile(
  file: ConfigFile,
  projects: ReadonlyMap<string, string> = new Map(),
): string {
  const document = new Document(withoutDefaults(file));
  visit(document, {
    Pair(_, { key, value }) {
      const project =
        isScalar(key) && key.value === "connectionId" && isScalar(value) && projects.get(String(value.value));
      if (project) value.comment = ` ${printable(project)}`;
    },
  });
  return document.toString({ lineWidth: 0 });
}

/** What a file holds, without what is the default anyway. */
export const withoutDefaults = (file: ConfigFile) => {
  const { version, setups, exclusions } = inOrder(file);
  return {
    version,
    setups: setups.map(
      ({ description, scheduleCron, scheduleTimezone, includeWeekends, status, ...setup }) => ({
        id: setup.id,
        name: setup.name,
        ...(description === "" ? {} : { description }),
        connectionId: setup.connectionId,
        ...(status === "active" ? {} : { status }),
        ...(scheduleCron === "" ? {} : { scheduleCron }),
        ...(scheduleTimezone === "UTC" ? {} : { scheduleTimezone }),
        ...(includeWeekends ? {} : { includeWeekends }),
        selectedDetectors: setup.selectedDetectors,
      }),
    ),
    ...(exclusions.length === 0 ? {} : { exclusions: exclusions.map(withoutEmptyLists) }),
  };
};

const withoutEmptyLists = ({ connectionId, ...lists }: FileExclusions) => ({
  connectionId,
  ...Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0)),
});

/** The order in a file means nothing: each name once, sorted. */
const inOrder = ({ version, setups, exclusions }: ConfigFile): ConfigFile => ({
  version,
  setups: setups.map(withSortedChecks).sort(by(({ id }) => id)),
  exclusions: exclusions
    .map(sortedExclusions)
    .filter(({ events, eventProperties, userProperties }) =>
      [events, eventProperties, userProperties].some(({ length }) => length > 0),
    )
    .sort(by(({ connectionId }) => connectionId)),
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

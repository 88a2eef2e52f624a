import { catalog } from "./catalog.js";
import type { DatasetSize } from "./dataset.js";
import { profileProperties } from "./profile-properties.js";
import { eventProperties } from "./properties.js";

export type SchemaEntry = {
  entityType: "event" | "profile";
  name: string;
  schemaJson: {
    description?: string;
    properties?: Record<string, { type: string; description?: string }>;
    metadata?: { "com.mixpanel": Record<string, unknown> };
  };
};

/** Lexicon has entries only for events and properties that somebody described, hid or blocked. */
export function schemasOf(size: DatasetSize): SchemaEntry[] {
  if (size !== "demo") return [];
  const described = catalog.slice(0, 12).map(({ name, properties }): SchemaEntry => {
    const types = properties.map(
      (property) => [property, { type: eventProperties.get(property)!.type }] as const,
    );
    return {
      entityType: "event",
      name,
      schemaJson: { description: `A customer did this: ${name}.`, properties: Object.fromEntries(types) },
    };
  });
  const marked = catalog
    .filter(({ hidden }) => hidden)
    .map(({ name, blockedDaysAgo }): SchemaEntry => {
      const flags = { displayName: name, tags: [], hidden: true, dropped: blockedDaysAgo !== null };
      return {
        entityType: "event",
        name,
        schemaJson: { metadata: { "com.mixpanel": { ...flags, contacts: [], teamContacts: [] } } },
      };
    });
  const userTypes = profileProperties.map(({ name, type }) => [name, { type }] as const);
  const user: SchemaEntry = {
    entityType: "profile",
    name: "$user",
    schemaJson: { properties: Object.fromEntries(userTypes) },
  };
  return [...described, ...marked, user];
}

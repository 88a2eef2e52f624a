import { each, fieldsOf, withDefaults } from "./fields";

const item = { isActive: true, isExcluded: false, lastDetectedAt: null };
const property = (value: unknown) => withDefaults(value, item);
const event = (value: unknown) => {
  const fields = withDefaults(value, { ...item, eventsPerDay: null, properties: [] });
  return { ...fields, properties: each(property)(fields.properties) };
};

export function normalizeDataSettings(value: unknown) {
  const fields = withDefaults(value, {
    connection: null,
    events: [],
    userProperties: [],
    nextCursor: null,
    namesTotal: 0,
  });
  return {
    ...fields,
    ...normalizeSync(value),
    events: each(event)(fields.events),
    userProperties: each(property)(fields.userProperties),
  };
}

export function normalizeSync(value: unknown) {
  const { lastSyncedAt = null, latestSync = null } = fieldsOf(value);
  return {
    lastSyncedAt,
    latestSync:
      latestSync &&
      withDefaults(latestSync, { startedAt: lastSyncedAt ?? new Date(0).toISOString(), errorMessage: null }),
  };
}

import { each, fieldsOf, withDefaults } from "./fields";

const active = (value: unknown) => withDefaults(value, { isActive: true });
const event = (value: unknown) => ({
  ...active(value),
  properties: each(active)(fieldsOf(value).properties),
});

export function normalizeDataSettings(value: unknown) {
  const { events, userProperties } = fieldsOf(value);
  return {
    ...normalizeSync(value),
    events: each(event)(events),
    userProperties: each(active)(userProperties),
  };
}

export function normalizeSync(value: unknown) {
  const { latestSync, ...fields } = fieldsOf(value);
  const startedAt = fields.lastSyncedAt ?? new Date(0).toISOString();
  return { ...fields, latestSync: latestSync && withDefaults(latestSync, { startedAt }) };
}

import type { Resource } from "./apply.js";

type Numbers = Record<string, unknown>;
type QueueEndpoint = { taskQueueTrigger?: { rateLimits?: Numbers; retryConfig?: Numbers } };

const queueFields = { rateLimits: ["maxConcurrentDispatches"], retryConfig: ["maxAttempts"] };
const durations = { minBackoffSeconds: "minBackoff", maxBackoffSeconds: "maxBackoff" };

/** The queue of each task function, with the settings from `functions/src/index.ts`. A deployment sets the same ones. */
export function queues(projectId: string, location: string, deployed: Record<string, unknown>): Resource[] {
  const parent = `projects/${projectId}/locations/${location}/queues`;
  const base = "https://cloudtasks.googleapis.com/v2";
  return Object.entries(deployed).flatMap(([name, made]) => {
    const trigger = (made as { __endpoint: QueueEndpoint }).__endpoint.taskQueueTrigger;
    if (!trigger) return [];
    const wanted = settingsOf(trigger);
    return [
      {
        name: `queue ${name}`,
        async compare(google) {
          const found = await google.read<Record<string, Numbers>>(`${base}/${parent}/${name}`);
          const queue = { name: `${parent}/${name}`, ...nested(wanted) };
          if (!found)
            return [{ what: "create", by: { method: "POST", url: `${base}/${parent}`, body: queue } }];
          const differing = wanted.filter(([group, field, value]) => found[group]?.[field] !== value);
          if (differing.length === 0) return [];
          const mask = differing.map(([group, field]) => `${group}.${field}`).join(",");
          const url = `${base}/${parent}/${name}?updateMask=${mask}`;
          const body = { name: queue.name, ...nested(differing) };
          return [{ what: `set ${mask}`, by: { method: "PATCH", url, body } }];
        },
      } satisfies Resource,
    ];
  });
}

type Setting = [group: string, field: string, value: number | string];

/** An option that index.ts omits is a placeholder instead of a number, and keeps Google's default. */
function settingsOf(trigger: NonNullable<QueueEndpoint["taskQueueTrigger"]>): Setting[] {
  const settings: Setting[] = [];
  for (const group of ["rateLimits", "retryConfig"] as const) {
    const numbers = trigger[group] ?? {};
    for (const field of queueFields[group])
      if (typeof numbers[field] === "number") settings.push([group, field, numbers[field]]);
    for (const [seconds, field] of Object.entries(durations))
      if (typeof numbers[seconds] === "number") settings.push([group, field, `${numbers[seconds]}s`]);
  }
  return settings;
}

function nested(settings: readonly Setting[]): Record<string, Numbers> {
  const groups: Record<string, Numbers> = {};
  for (const [group, field, value] of settings) (groups[group] ??= {})[field] = value;
  return groups;
}

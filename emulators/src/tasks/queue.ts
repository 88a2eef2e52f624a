/** Retry and rate settings of a queue, in milliseconds. The defaults are those of Cloud Tasks. */
export interface QueueSettings {
  readonly maxAttempts: number;
  readonly maxRetryMs: number;
  readonly minBackoffMs: number;
  readonly maxBackoffMs: number;
  readonly maxDoublings: number;
  readonly maxConcurrentDispatches: number;
  readonly maxDispatchesPerSecond: number;
  /** The URL for tasks without one: the function with the queue's name. */
  readonly defaultUri?: string;
}

export const defaultSettings: QueueSettings = {
  maxAttempts: 100,
  maxRetryMs: 0,
  minBackoffMs: 100,
  maxBackoffMs: 3_600_000,
  maxDoublings: 16,
  maxConcurrentDispatches: 1000,
  maxDispatchesPerSecond: 500,
};

/**
 * A queue as declared in the REST API or in the functions emulator's list. Absent settings keep their
 * defaults.
 */
export interface DeclaredQueue {
  readonly retryConfig?: {
    readonly maxAttempts?: number | null;
    readonly maxRetrySeconds?: number | null;
    readonly minBackoffSeconds?: number | null;
    readonly maxBackoffSeconds?: number | null;
    readonly maxDoublings?: number | null;
  };
  readonly rateLimits?: {
    readonly maxConcurrentDispatches?: number | null;
    readonly maxDispatchesPerSecond?: number | null;
  };
  readonly defaultUri?: string;
}

export function queueSettings({ retryConfig, rateLimits, defaultUri }: DeclaredQueue): QueueSettings {
  return {
    maxAttempts: retryConfig?.maxAttempts ?? defaultSettings.maxAttempts,
    maxRetryMs: milliseconds(retryConfig?.maxRetrySeconds) ?? defaultSettings.maxRetryMs,
    minBackoffMs: milliseconds(retryConfig?.minBackoffSeconds) ?? defaultSettings.minBackoffMs,
    maxBackoffMs: milliseconds(retryConfig?.maxBackoffSeconds) ?? defaultSettings.maxBackoffMs,
    maxDoublings: retryConfig?.maxDoublings ?? defaultSettings.maxDoublings,
    maxConcurrentDispatches: rateLimits?.maxConcurrentDispatches ?? defaultSettings.maxConcurrentDispatches,
    maxDispatchesPerSecond: rateLimits?.maxDispatchesPerSecond ?? defaultSettings.maxDispatchesPerSecond,
    defaultUri,
  };
}

/**
 * The wait before the next attempt: it doubles `maxDoublings` times, then grows linearly, up to
 * `maxBackoffMs`.
 */
export function backoffMs(settings: QueueSettings, attempts: number): number {
  const retries = attempts - 1;
  const doublings = Math.min(retries, settings.maxDoublings);
  const steps = Math.max(1, 1 + retries - settings.maxDoublings);
  return Math.min(settings.minBackoffMs * 2 ** doublings * steps, settings.maxBackoffMs);
}

/** Cloud Tasks gives up when the attempts are used up and, if a retry time is set, that has passed too. */
export function givesUp(settings: QueueSettings, attempts: number, sinceFirstMs: number): boolean {
  if (settings.maxAttempts <= 0 || attempts < settings.maxAttempts) return false;
  return settings.maxRetryMs === 0 || sinceFirstMs >= settings.maxRetryMs;
}

const milliseconds = (seconds: number | null | undefined) =>
  seconds === null || seconds === undefined ? undefined : seconds * 1000;

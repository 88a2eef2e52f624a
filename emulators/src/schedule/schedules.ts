/** A function with `onSchedule`, as listed by the functions emulator. */
export interface ScheduledFunction {
  readonly name: string;
  readonly region: string;
  /** App Engine syntax, for example `every 1 minutes`. */
  readonly schedule: string;
}

/** Minutes between two starts. @throws RangeError for a schedule that this ticker doesn't support */
function everyMinutes(schedule: string): number {
  const match = /^every (\d+) (minute|minutes|mins|hour|hours)$/.exec(schedule.trim());
  const count = Number(match?.[1]);
  if (!match || count < 1)
    throw new RangeError(`The local ticker knows "every N minutes|hours", not "${schedule}".`);
  return match[2]!.startsWith("hour") ? count * 60 : count;
}

/** Whether a schedule starts in the minute beginning at `minuteMs`, counted from midnight UTC. */
export const isDue = (schedule: string, minuteMs: number) =>
  Math.floor(minuteMs / 60_000) % everyMinutes(schedule) === 0;

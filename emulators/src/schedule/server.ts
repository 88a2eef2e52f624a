import { sendJson } from "../http/body.js";
import { serve, type RunningServer } from "../http/serve.js";

export interface ScheduleOptions {
  readonly port: number;
  /** The functions emulator, `http://127.0.0.1:5001`. */
  readonly functionsUrl: string;
  readonly projectId: string;
  /** Read on each tick, because a reload of the functions may change them. */
  readonly schedules: () => Promise<readonly ScheduledFunction[]>;
  /** If false, functions run only on `POST /_tick`. */
  readonly automatic?: boolean;
  readonly log?: (message: string) => void;
}

interface Tick {
  readonly function: string;
  readonly at: string;
  /** 0 if there was no response. */
  readonly status: number;
}

/** Stands in for Cloud Scheduler: like it, calls each due function at the start of every minute. */
export async function startSchedule(options: ScheduleOptions): Promise<RunningServer> {
  const log = options.log ?? (() => {});
  let last: readonly Tick[] = [];
  const tick = async (at: number, all: boolean) => {
    const due = (await options.schedules()).filter((entry) => all || isDue(entry.schedule, at));
    last = await Promise.all(due.map((entry) => call(entry, at, options)));
    for (const { function: name, status } of last) {
      if (status < 200 || status >= 300) log(`${name} answered ${status || "nothing"}`);
    }
    return last;
  };
  const stop = options.automatic === false ? () => {} : onEachMinute(tick, log);
  const server = await serve((request, response) => {
    if (request.method !== "POST") return sendJson(response, 200, { last });
    tick(Date.now(), true).then(
      (ticks) => sendJson(response, 200, { last: ticks }),
      (error: unknown) => sendJson(response, 502, { error: String(error) }),
    );
  }, options.port);
  return {
    ...server,
    close: async () => {
      stop();
      await server.close();
    },
  };
}

function onEachMinute(tick: (at: number, all: boolean) => Promise<unknown>, log: (message: string) => void) {
  let timer: NodeJS.Timeout;
  const plan = () => {
    const next = (Math.floor(Date.now() / 60_000) + 1) * 60_000;
    timer = setTimeout(() => {
      tick(next, false).catch((error: unknown) => log(String(error)));
      plan();
    }, next - Date.now());
  };
  plan();
  return () => clearTimeout(timer);
}

async function call(entry: ScheduledFunction, at: number, options: ScheduleOptions): Promise<Tick> {
  const time = new Date(at).toISOString();
  // The functions emulator appends the trigger's generation to the names of event functions. It stays 0 after
  // a reload.
  const address = `${options.functionsUrl}/${options.projectId}/${entry.region}/${entry.name}-0`;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "user-agent": "Google-Cloud-Scheduler",
        "content-type": "application/json",
        "x-cloudscheduler": "true",
        "x-cloudscheduler-jobname": `firebase-schedule-${entry.name}-${entry.region}`,
        "x-cloudscheduler-scheduletime": time,
      },
      body: "{}",
    });
    await response.arrayBuffer();
    return { function: entry.name, at: time, status: response.status };
  } catch {
    return { function: entry.name, at: time, status: 0 };
  }
}

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

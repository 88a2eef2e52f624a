import { dependencies } from "../composition/compose.js";
import { everyMinute } from "../features/schedules/every-minute.js";

/** Due setups, swept runs, retention. */
export async function tick(): Promise<void> {
  await everyMinute(await dependencies("everyMinute"));
}

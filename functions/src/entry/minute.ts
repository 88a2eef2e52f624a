import { dependencies } from "../composition/compose.js";
import { everyMinute } from "./every-minute.js";

/** Runs the work of one minute: due setups, the sweeper and retention. */
export async function tick(): Promise<void> {
  await everyMinute(await dependencies("everyMinute"));
}

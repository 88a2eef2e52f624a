import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { linkPage } from "./link-page.js";
import { addressOfToken } from "./unsubscribe-token.js";

type Deps = Pick<Dependencies, "unsubscribed" | "settings" | "clock">;

/**
 * Stops notifications to the token's address in all workspaces, until someone confirms from its mailbox that
 * it wants them again. Safe to repeat.
 * @returns the page to show
 * @throws AppError `invalid-unsubscribe-token`
 */
export async function unsubscribe({ unsubscribed, settings, clock }: Deps, token: string): Promise<string> {
  const address = addressOfToken(settings.unsubscribeKey, token);
  await unsubscribed.save({ address, at: toInstant(clock.now()) });
  return linkPage(
    "You are unsubscribed",
    "Plumbline won't email you about checks anymore. You can turn emails back on in Settings.",
    { label: "Open Settings", url: `${settings.appUrl}/settings` },
  );
}

/**
 * The page that an email's link opens. It asks for confirmation, because mail scanners follow links, too.
 * @throws AppError `invalid-unsubscribe-token`
 */
export function unsubscribePage({ settings }: Pick<Deps, "settings">, token: string): string {
  addressOfToken(settings.unsubscribeKey, token);
  return linkPage(
    "Stop emails from Plumbline?",
    "You'll no longer get emails about findings and failed runs, and nobody can have us ask this address to confirm or join anything. Your checks keep running.",
    { label: "Unsubscribe", post: `/api/v1/unsubscribe?token=${encodeURIComponent(token)}` },
  );
}

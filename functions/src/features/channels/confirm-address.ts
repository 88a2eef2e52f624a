import { toInstant } from "../../common/time.js";
import type { Dependencies } from "../../composition/dependencies.js";
import { escapeHtml } from "../mails/mail-text.js";
import { linkPage } from "../mails/link-page.js";
import { grantOfToken, type AddressGrant } from "./address-token.js";

type Deps = Pick<Dependencies, "channels" | "settings" | "clock">;

/**
 * The page that an email's link opens. It asks before it changes anything, because mail scanners follow
 * links, too.
 * @throws AppError `invalid-request`
 */
export function addressPage({ settings }: Pick<Deps, "settings">, token: string): string {
  const { purpose, email } = grantOfToken(settings, token);
  const { title, text, button } = texts[purpose];
  return linkPage(title, `${text} Address: ${escapeHtml(email)}`, {
    label: button,
    post: `/api/v1/channel-address?token=${encodeURIComponent(token)}`,
  });
}

/**
 * Confirms the address or removes it from its list. Safe to repeat; does nothing if the channel is gone.
 * @returns the page to show
 * @throws AppError `invalid-request`
 */
export async function followAddressLink({ channels, settings, clock }: Deps, token: string): Promise<string> {
  const { purpose, workspaceId, channelId, email } = grantOfToken(settings, token);
  await channels.change(workspaceId, channelId, (before) => ({
    ...before,
    addresses:
      purpose === "stop"
        ? before.addresses.filter((address) => address.email !== email)
        : before.addresses.map((address) =>
            address.email === email && address.confirmedAt === null
              ? { ...address, confirmedAt: toInstant(clock.now()) }
              : address,
          ),
  }));
  return linkPage(texts[purpose].done, texts[purpose].after, {
    label: "Open Plumbline",
    url: settings.appUrl,
  });
}

const texts: Record<
  AddressGrant["purpose"],
  { title: string; text: string; button: string; done: string; after: string }
> = {
  confirm: {
    title: "Get emails from Plumbline?",
    text: "This list gets messages about problems in a team's tracking.",
    button: "Confirm this address",
    done: "Your address is confirmed",
    after: "You'll get this list's messages. Each one has a link to stop them.",
  },
  stop: {
    title: "Stop these emails?",
    text: "You'll be taken off this list.",
    button: "Stop these emails",
    done: "You are off the list",
    after: "This list won't email you anymore.",
  },
};

import type { ChannelFields, ChannelKind } from "../../../contract/channels/kinds.js";
import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { OutboundAnswer } from "../../../ports/outbound-http.js";
import type { ChannelRecord, ChannelSecrets, DeliveryRecord } from "../channel-record.js";
import type { Message } from "../../messages/message.js";

export type SenderDeps = Pick<
  Dependencies,
  "channels" | "connections" | "incidents" | "users" | "outbound" | "mailer" | "settings" | "clock" | "logger"
>;

/** One try of a delivery. */
export type Sending<K extends ChannelKind> = {
  workspaceId: WorkspaceId;
  channel: ChannelRecord;
  /** Values of the kind's fields, secrets included. */
  fields: ChannelFields<K>;
  signingSecrets: ChannelSecrets["signingSecrets"];
  delivery: DeliveryRecord;
  message: Message;
  /**
   * Records that a part has arrived, so that the next try skips it. `id` is the channel's id for the part.
   */
  receive: (part: string, id: string) => Promise<void>;
};

/**
 * Sends the parts that have not arrived yet.
 * @returns the channel's answer
 * @throws DeliveryError if it can be retried
 */
export type Sender<K extends ChannelKind> = (deps: SenderDeps, sending: Sending<K>) => Promise<string>;

/** A failed try. The message is shown to people. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";

  constructor(
    message: string,
    readonly retryAfterSeconds: number | null = null,
    /** Why no try can succeed: the channel's address no longer exists, or there is nothing to send or nobody to send to. */
    readonly end: "gone" | "over" | null = null,
  ) {
    super(message);
  }
}

const gone = 410;

/** @throws DeliveryError unless the status is 2xx */
export function assertSuccess({ status, retryAfterSeconds }: OutboundAnswer): void {
  if (status >= 200 && status < 300) return;
  throw new DeliveryError(`HTTP ${status}`, retryAfterSeconds, status === gone ? "gone" : null);
}

/** The message's title. It says so if an earlier try may have arrived, for channels that can't check that. */
export function titleOfTry({ attempts, answer, answeredAt }: DeliveryRecord, { title }: Message): string {
  const isRefused = answeredAt !== null && answer?.startsWith("HTTP ");
  return attempts > 1 && !isRefused ? `${title} (sent again: the first try got no response)` : title;
}

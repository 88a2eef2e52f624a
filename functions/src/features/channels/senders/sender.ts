import type { WorkspaceId } from "../../../contract/workspaces.js";
import type { Dependencies } from "../../../composition/dependencies.js";
import type { OutboundAnswer } from "../../../ports/outbound-http.js";
import type { ChannelRecord, ChannelSecrets, DeliveryRecord } from "../channel-record.js";
import type { Message } from "../../notifications/message.js";

export type SenderDeps = Pick<
  Dependencies,
  "channels" | "outbound" | "mailer" | "settings" | "clock" | "logger"
>;

/** One try of a delivery. */
export type Sending = {
  workspaceId: WorkspaceId;
  channel: ChannelRecord;
  secrets: ChannelSecrets;
  delivery: DeliveryRecord;
  message: Message;
  /** Notes that a part has arrived, so that the next try leaves it out. `id`: what the channel calls it. */
  receive: (part: string, id: string) => Promise<void>;
};

/** Sends what has not arrived yet. @returns what the channel answered. @throws DeliveryError: worth another try */
export type Sender = (deps: SenderDeps, sending: Sending) => Promise<string>;

/** A try that failed. The message is shown to people. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";

  constructor(
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/** @throws DeliveryError unless the answer is a success */
export function assertSuccess({ status, retryAfterSeconds }: OutboundAnswer): void {
  if (status >= 200 && status < 300) return;
  throw new DeliveryError(`HTTP ${status}`, retryAfterSeconds);
}

import {
  type OutboundAnswer,
  OutboundError,
  type OutboundHttp,
  type OutboundRequest,
} from "../../../ports/outbound-http.js";
import { AppError } from "../../../common/errors.js";

/** Records what was sent and returns preset responses. */
export class MemoryOutbound implements OutboundHttp {
  readonly sent: OutboundRequest[] = [];
  answer: (request: OutboundRequest) => Partial<OutboundAnswer> | "no-answer" = () => ({});

  assertAllowed(url: string): void {
    if (!url.startsWith("https://"))
      throw new AppError("invalid-request", "Not allowed.", {
        userMessage: "The address must begin with https://.",
      });
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    this.sent.push(request);
    const answer = this.answer(request);
    if (answer === "no-answer") throw new OutboundError("No answer in 10 seconds.");
    return { status: 200, body: "", retryAfterSeconds: null, ...answer };
  }
}

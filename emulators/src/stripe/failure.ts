/** An error answer in Stripe's format. */
export class StripeFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: {
      type: "invalid_request_error" | "card_error" | "idempotency_error" | "api_error";
      message: string;
      code?: string;
      param?: string;
      decline_code?: string;
    },
  ) {
    super(body.message);
  }
}

export const invalid = (message: string, code?: string, param?: string): StripeFailure =>
  new StripeFailure(400, { type: "invalid_request_error", message, code, param });

export const missing = (what: string, id: string): StripeFailure =>
  new StripeFailure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param: "id",
  });

export const unknownPath = (method: string, path: string): StripeFailure =>
  new StripeFailure(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}).`,
  });

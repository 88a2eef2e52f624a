import { isRecord } from "../../http/body.js";

/** An error answer of the product's API. */
class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Calls the product's own HTTP API as the browser does, with a signed-in user's token. */
export class ProductClient {
  constructor(
    private readonly origin: string,
    private readonly idToken: string,
  ) {}

  get = <T>(path: string) => this.#call<T>("GET", path);
  post = <T>(path: string, body: object = {}) => this.#call<T>("POST", path, body);

  /** @throws ApiFailure with the API's own code */
  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.idToken}`, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
    throw failureOf(`${method} ${path}`, response.status, text);
  }
}

function failureOf(call: string, status: number, text: string): ApiFailure {
  try {
    const body: unknown = JSON.parse(text);
    const { code, message } = isRecord(body) ? body : {};
    return new ApiFailure(status, String(code), `${call}: ${status} ${String(code)} ${String(message)}`);
  } catch {
    return new ApiFailure(status, "unknown", `${call}: ${status} ${text.slice(0, 200)}`);
  }
}

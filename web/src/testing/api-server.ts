import { api, type Api, type EndpointName } from "@contract/api";
import { http, HttpResponse, type DefaultBodyType } from "msw";
import { setupServer } from "msw/node";
import type { z } from "zod";

/** Receives every request of a test. A request without a handler fails the test. */
export const apiServer = setupServer();
// Started immediately, not in a hook, because the Firebase SDK keeps the `fetch` that exists when it loads.
apiServer.listen({ onUnhandledRequest: "error" });

/** A request as passed to a handler. */
export type ApiCall = { params: Record<string, string>; query: URLSearchParams; body: unknown };
type Answer<K extends EndpointName> = z.input<Api[K]["response"]>;

type Answerer<K extends EndpointName> = (call: ApiCall) => Answer<K> | Promise<Answer<K>>;

/** Answers an endpoint of the contract from now on. Returns the list that collects its calls. */
export function respond<K extends EndpointName>(
  name: K,
  answer: Answer<K> | Answerer<K>,
  headers: Record<string, string> | ((call: ApiCall) => Record<string, string>) = {},
): ApiCall[] {
  return handle(name, async (call) => {
    const value = await (typeof answer === "function" ? answer(call) : answer);
    if (value === undefined) return new HttpResponse(null, { status: successStatus(name) });
    return HttpResponse.json(value as DefaultBodyType, {
      status: successStatus(name),
      headers: typeof headers === "function" ? headers(call) : headers,
    });
  });
}

/** Makes an endpoint fail with a status and a body. Text is sent unchanged. */
export const fail = (name: EndpointName, status: number, body: object | string = {}): ApiCall[] =>
  handle(name, () =>
    typeof body === "string" ? HttpResponse.text(body, { status }) : HttpResponse.json(body, { status }),
  );

/** Makes an endpoint never answer. */
export const hang = (name: EndpointName): ApiCall[] => handle(name, () => new Promise<Response>(() => {}));

function handle(name: EndpointName, answer: (call: ApiCall) => Response | Promise<Response>): ApiCall[] {
  const endpoint = api[name];
  const calls: ApiCall[] = [];
  const verb = endpoint.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  apiServer.use(
    http[verb](`*${endpoint.path}`, async ({ request, params }) => {
      const text = await request.text();
      const call: ApiCall = {
        params: named(params),
        query: new URL(request.url).searchParams,
        body: text === "" ? undefined : JSON.parse(text),
      };
      calls.push(call);
      return answer(call);
    }),
  );
  return calls;
}

/** The path parameters without the match of the pattern's leading `*`. */
const named = (params: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([key, value]) => (key === "0" ? [] : [[key, String(value)]])),
  );

const successStatus = (name: EndpointName): number => {
  const endpoint = api[name];
  return "status" in endpoint ? endpoint.status : 200;
};

/** A response that arrives when the test releases it. */
export function heldBack<T>(value: T): { answer: Promise<T>; release: () => void } {
  let release = (): void => {};
  const answer = new Promise<T>((resolve) => (release = () => resolve(value)));
  return { answer, release };
}

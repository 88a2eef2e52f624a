import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes } from "../../http/body.js";
import type { CheckoutSession } from "../objects.js";
import type { World } from "../world.js";
import { completeCheckout, type Entered } from "./complete.js";
import { authenticationPage, cardPage, notePage, sendPage } from "./page.js";

const pagePath = /^\/c\/pay\/(cs_test_\w+)$/;

/** The hosted checkout page, `GET` and `POST /c/pay/<session>`. Returns false for other paths. */
export async function answerCheckout(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname = ""] = (request.url ?? "/").split("?");
  const id = pagePath.exec(pathname)?.[1];
  if (id === undefined) return false;
  const session = Object.hasOwn(world.state.sessions, id) ? world.state.sessions[id] : undefined;
  if (!session) sendPage(response, 404, notePage("Not found", "There is no such checkout."));
  else if (session.status === "complete")
    sendPage(response, 410, notePage("All done", "This checkout has already been completed."), session);
  else if (session.expires_at <= world.now()) {
    session.status = "expired";
    sendPage(response, 410, notePage("Expired", "This checkout has expired. Please start again."), session);
  } else if (request.method !== "POST") sendPage(response, 200, cardPage(session), session);
  else submit(world, session, enteredIn(await readBytes(request)), response);
  return true;
}

function submit(world: World, session: CheckoutSession, entered: Entered, response: ServerResponse): void {
  const outcome = completeCheckout(world, session, entered);
  world.save();
  switch (outcome.kind) {
    case "done":
      response.writeHead(303, { location: outcome.redirectTo }).end();
      return;
    case "authenticate":
      sendPage(response, 200, authenticationPage(entered), session);
      return;
    case "refused":
      sendPage(response, 402, cardPage(session, entered, outcome), session);
      return;
    default:
      outcome satisfies never;
  }
}

function enteredIn(body: Buffer): Entered {
  const form = new URLSearchParams(body.toString("utf8"));
  const authentication = form.get("authentication");
  return {
    card: form.get("card") ?? "",
    expiry: form.get("expiry") ?? "",
    cvc: form.get("cvc") ?? "",
    authentication: authentication === "complete" || authentication === "fail" ? authentication : undefined,
  };
}

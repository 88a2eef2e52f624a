import type { IncomingMessage, ServerResponse } from "node:http";
import type { World } from "../world.js";
import { notePage, sendPage } from "./page.js";

/** The hosted page of an invoice, `GET /i/<invoice>`. Returns false for other paths. */
export function answerInvoicePage(world: World, request: IncomingMessage, response: ServerResponse): boolean {
  const id = /^\/i\/(in_\w+)$/.exec(request.url ?? "")?.[1];
  if (id === undefined) return false;
  const invoice = Object.hasOwn(world.state.invoices, id) ? world.state.invoices[id] : undefined;
  if (!invoice) sendPage(response, 404, notePage("Not found", "There is no such invoice."));
  else {
    const amount = (invoice.total / 100).toFixed(2);
    const text = `${amount} ${invoice.currency.toUpperCase()}, ${invoice.status}`;
    sendPage(response, 200, notePage(`Invoice ${invoice.number}`, text));
  }
  return true;
}

import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { readJson, sendJson } from "../http/body.js";
import { advance } from "./billing/advance.js";
import type { Faults } from "./faults.js";
import type { Webhooks } from "./webhooks.js";
import type { World } from "./world.js";

const clockSchema = z.strictObject({
  /** How far to move the clock forward. */
  days: z.number().min(0).default(0),
  seconds: z.number().int().min(0).default(0),
  /** Moves the clock forward to an instant. */
  to: z.iso.datetime().optional(),
});
const switchesSchema = z
  .strictObject({ hold: z.boolean(), duplicate: z.number().int().min(0), shuffleMs: z.number().int().min(0) })
  .partial();
const meterSchema = z.strictObject({ reject: z.number().int().min(0), code: z.string() });
const deliverSchema = z.strictObject({ id: z.string() });

type Context = { world: World; webhooks: Webhooks; faults: Faults };

/**
 * Answers the test controls, which are outside Stripe's paths: `/_clock`, `/_webhooks`, `/_webhooks/deliver`,
 * `/_meter`, `/_faults`, `/_state`. Returns false for any other path.
 */
export async function answerControl(
  { world, webhooks, faults }: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname] = (request.url ?? "/").split("?");
  const body = async () => (request.method === "POST" ? readJson(request) : {});
  const clock = () => ({ now: new Date(world.now() * 1_000).toISOString() });
  try {
    switch (`${request.method} ${pathname}`) {
      case "POST /_clock":
        moveClock(world, clockSchema.parse(await body()));
        sendJson(response, 200, clock());
        return true;
      case "GET /_clock":
        sendJson(response, 200, clock());
        return true;
      case "POST /_webhooks":
        Object.assign(webhooks.switches, switchesSchema.parse(await body()));
        sendJson(response, 200, webhooks.switches);
        return true;
      case "GET /_webhooks":
        sendJson(response, 200, { ...webhooks.switches, deliveries: deliveries(world) });
        return true;
      case "POST /_webhooks/deliver":
        sendJson(response, 200, { status: await webhooks.deliver(deliverSchema.parse(await body()).id) });
        return true;
      case "POST /_meter": {
        const { reject: count, code } = meterSchema.parse(await body());
        world.state.meterRejections = count === 0 ? null : { count, code };
        sendJson(response, 200, { meterRejections: world.state.meterRejections });
        return true;
      }
      case "POST /_faults":
        faults.add(await body());
        sendJson(response, 201, { faults: faults.list() });
        return true;
      case "DELETE /_faults":
        faults.clear();
        sendJson(response, 200, { faults: [] });
        return true;
      case "GET /":
      case "GET /_state":
        sendJson(response, 200, { ...clock(), ...world.state, cards: undefined, idempotency: undefined });
        return true;
      default:
        return false;
    }
  } catch (error) {
    sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
    return true;
  }
}

function moveClock(world: World, { days, seconds, to }: z.output<typeof clockSchema>): void {
  const aheadMs = to === undefined ? 0 : Date.parse(to) - world.now() * 1_000;
  world.state.offsetMs += Math.max(0, aheadMs) + days * 86_400_000 + seconds * 1_000;
  advance(world);
  world.save();
}

const deliveries = ({ state }: World) =>
  state.deliveries.map(({ secret: _, ...delivery }) => ({
    ...delivery,
    type: (state.events[delivery.eventId] ?? state.thinEvents[delivery.eventId])?.type,
  }));

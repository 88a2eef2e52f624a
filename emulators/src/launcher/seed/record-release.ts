import type { Incident } from "../../../../functions/src/contract/incidents.js";
import type { Release } from "../../../../functions/src/contract/integrations/releases.js";
import type { ProductClient } from "./product-client.js";

/**
 * Records a release of the demo shop on the day on which most of its incidents begin, so that it is listed
 * among the changes. Does nothing if a release is already recorded, or if no incident has a first bad day.
 * @returns the day, or null
 */
export async function recordRelease(client: ProductClient): Promise<string | null> {
  const known = await client.get<Release[]>("/api/v1/releases");
  if (known.length > 0) return null;
  const incidents = await client.get<Incident[]>("/api/v1/incidents?limit=100");
  const counts = new Map<string, number>();
  for (const { firstBadDay } of incidents.map(({ finding }) => finding))
    if (firstBadDay !== null) counts.set(firstBadDay, (counts.get(firstBadDay) ?? 0) + 1);
  const [day] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (day === undefined) return null;
  await client.post("/api/v1/releases", {
    version: "2.0.0",
    platform: "Checkout service",
    at: `${day}T15:00:00.000Z`,
  });
  return day;
}

import type { Region } from "../../contract/connections.js";

/** Mixpanel's API is on several hosts: the raw export has its own. */
export type HostRole = "api" | "export";

export type Hosts = Record<HostRole, Record<Region, string>>;

const production: Hosts = {
  api: { us: "https://mixpanel.com", eu: "https://eu.mixpanel.com", india: "https://in.mixpanel.com" },
  export: {
    us: "https://data.mixpanel.com",
    eu: "https://data-eu.mixpanel.com",
    india: "https://data-in.mixpanel.com",
  },
};

/** The only hosts that are ever called. They are chosen by region, never by customer input. */
export function hosts(baseUrl: string | null): Hosts {
  if (baseUrl === null) return production;
  const local = { us: `${baseUrl}/us`, eu: `${baseUrl}/eu`, india: `${baseUrl}/in` };
  return { api: local, export: local };
}

/** The region of a project's `domain` from `/me`. */
export const regionOfDomain = (domain: string | null | undefined): Region | null =>
  domain ? (regionByDomain[domain] ?? null) : null;

const regionByDomain: Record<string, Region> = {
  "mixpanel.com": "us",
  "eu.mixpanel.com": "eu",
  "in.mixpanel.com": "india",
};

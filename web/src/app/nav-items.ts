import { env } from "@/config/env";
import { paths } from "@/config/paths";

export type NavItem = {
  label: string;
  to: string;
  /** More paths on which this item is highlighted. */
  also?: readonly string[];
  /** Shows the number of open incidents beside it. */
  countsIncidents?: true;
};

export const signedInItems: readonly NavItem[] = [
  { label: "Home", to: paths.home },
  { label: "Incidents", to: paths.incidents, countsIncidents: true },
  { label: "Setup", to: paths.setups, also: [paths.setupWizard, paths.runs, "/reports"] },
  { label: "Connections", to: paths.connections, also: ["/connection-status"] },
  { label: "Data Settings", to: paths.dataSettings },
  { label: "Settings", to: paths.settings },
];

export const signedOutItems: readonly NavItem[] = [
  { label: "Home", to: paths.home },
  { label: "Use Cases", to: paths.useCases },
];

export const externalItems = [
  { label: "Blog", href: env.links.blog },
  { label: "YouTube", href: env.links.youTube },
  { label: "About", href: env.links.about },
] as const;

/** Home is highlighted only on `/`, the others on their paths and everything below. */
export function isCurrent(item: NavItem, pathname: string): boolean {
  if (item.to === paths.home) return pathname === paths.home;
  return [item.to, ...(item.also ?? [])].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

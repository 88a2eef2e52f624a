import type { ReactElement, ReactNode } from "react";
import { createRoutesFromElements, matchRoutes, type RouteObject } from "react-router-dom";
import { expect, it } from "vitest";
import { screens } from "../../e2e/gallery/screens";
import { emptyRoutes, signedInRoutes, signedOutRoutes } from "../../e2e/journeys/routes";
import { AppRoutes } from "./app-routes";

type WithChildren = ReactElement<{ children: ReactNode }>;

const { children } = (AppRoutes({ isSignedIn: true, hasLoggedOut: false }) as WithChildren).props;
const routes = createRoutesFromElements((children as WithChildren).props.children);

const patternsOf = (of: readonly RouteObject[]): string[] =>
  of.flatMap((route) => [
    ...(route.path === undefined ? [] : [route.path]),
    ...patternsOf(route.children ?? []),
  ]);

const ids = {
  runId: "r1",
  setupId: "s1",
  connectionId: "c1",
  incidentId: "i1",
  stuckConnectionId: "c2",
};

it.each([
  ["pictured in the gallery", screens.map(({ path }) => path(ids))],
  ["checked with axe", [...signedOutRoutes, ...emptyRoutes, ...signedInRoutes(ids)]],
])("every page is %s", (_, addresses) => {
  const visited = new Set(addresses.map((address) => matchRoutes(routes, address)?.at(-1)?.route.path));
  expect(patternsOf(routes).filter((pattern) => !visited.has(pattern))).toEqual([]);
});

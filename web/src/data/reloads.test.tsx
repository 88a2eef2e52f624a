import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { createQueryClient } from "@/lib/query-client";
import { setTokenSource } from "@/lib/token-source";
import { respond } from "@/testing/api-server";
import { aSetup } from "@/testing/builders";
import { useDeleteConnection } from "./connections";
import { useDecideNames, useUpdateDataSettings } from "./data-settings";
import { keys, monthlyCostKey } from "./keys";
import { useDeleteSetup, useSetSetupStatus } from "./setups";

const shown = {
  incidents: [...keys.incidents, "list"],
  names: [...keys.names, "first"],
  runs: [...keys.runs, "history"],
  reports: [...keys.reports, "r1"],
  cost: monthlyCostKey,
};
const noChanges = { events: [], eventProperties: [], userProperties: [] };

function useChanges() {
  const connection = useDeleteConnection();
  const status = useSetSetupStatus();
  const setup = useDeleteSetup();
  const exclusions = useUpdateDataSettings("c1");
  const names = useDecideNames("c1");
  return {
    "deleted connection": () => connection.mutateAsync({ id: "c1", withReports: false }),
    "connection deleted with reports": () => connection.mutateAsync({ id: "c1", withReports: true }),
    "paused setup": () => status.mutateAsync({ id: "s1", status: "paused" }),
    "deleted setup": () => setup.mutateAsync("s1"),
    "changed exclusion": () => exclusions.mutateAsync(noChanges),
    "decision about names": () => names.mutateAsync({ ids: ["n1"], state: "excluded" }),
  };
}

it.each<[change: keyof ReturnType<typeof useChanges>, outdated: (keyof typeof shown)[]]>([
  ["deleted connection", ["incidents", "names", "cost"]],
  ["connection deleted with reports", ["incidents", "names", "runs", "reports", "cost"]],
  ["paused setup", ["cost"]],
  ["deleted setup", ["cost"]],
  ["changed exclusion", ["cost"]],
  ["decision about names", ["names", "cost"]],
])("a %s has what it changes read again", async (change, outdated) => {
  setTokenSource({
    idToken: () => Promise.resolve("token"),
    isReplaced: () => Promise.resolve(false),
    renew: (action) => action(),
  });
  respond("deleteConnection", undefined);
  respond("updateSetup", aSetup());
  respond("deleteSetup", undefined);
  respond("updateDataSettings", undefined);
  respond("decideNames", undefined);
  const queryClient = createQueryClient();
  for (const queryKey of Object.values(shown)) queryClient.setQueryData(queryKey, []);
  const { result } = renderHook(useChanges, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await act(() => result.current[change]().then(() => undefined));
  expect(
    Object.entries(shown).flatMap(([name, queryKey]) =>
      queryClient.getQueryState(queryKey)?.isInvalidated ? [name] : [],
    ),
  ).toEqual(outdated);
});

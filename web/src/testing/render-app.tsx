import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router-dom";
import { onTestFinished } from "vitest";
import { AccountProviders } from "@/app/account-providers";
import { App } from "@/app/app";
import { createQueryClient } from "@/lib/query-client";
import { system } from "@/theme/system";
import { fail, respond } from "./api-server";
import { aBillingStatus, aUser, someNewNames } from "./builders";
import { createFakeAuth, demoUser, type FakeUser } from "./fake-auth";

type Options = {
  /** The signed-in user, or null. */
  user?: FakeUser | null;
};

/**
 * Renders the whole app at a path, with the real router, cache and Firebase SDK. Only the network is faked.
 */
export async function renderApp(path: string, { user = demoUser }: Options = {}) {
  const { app, auth, dispose, ...provider } = await createFakeAuth(user);
  onTestFinished(() => void dispose());
  const queryClient = createQueryClient();
  let location = path;
  const view = render(
    <ChakraProvider value={system}>
      <AccountProviders firebaseApp={app} auth={auth} queryClient={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <App />
          <LocationProbe onChange={(next) => (location = next)} />
        </MemoryRouter>
      </AccountProviders>
    </ChakraProvider>,
  );
  await screen.findByRole("main");
  return { ...view, auth, ...provider, queryClient, user: userEvent.setup(), location: () => location };
}

/**
 * Answers the calls that every signed-in page makes: no active run, an active plan. Call it before the test's
 * own `respond`, which overrides it.
 */
export function respondQuietly(): void {
  respond("listActiveRuns", []);
  respond("getCurrentUser", aUser());
  respond("getWorkspace", {
    id: aUser().workspaces[0]!.id,
    name: "Demo's workspace",
    role: "owner",
    emailsMembers: true,
    token: null,
  });
  respond("listIncidents", []);
  respond("getHome", []);
  respond("countIncidents", { open: 0, acknowledged: 0, muted: 0, closed: 0 });
  respond("listRuns", []);
  respond("listSetupResults", []);
  respond("listSetups", []);
  respond("listAnnotations", []);
  respond("listNames", someNewNames([]));
  respond("listUses", noUses);
  respond("getIncidentContext", noContext);
  respond("getMixpanelAnnotations", { isOn: false, count: 0, problem: null });
  respond("getBillingStatus", aBillingStatus());
  respond("getBillingConfig", { stripeAvailable: false, stripePublishableKey: null });
  respond("listUsage", []);
  respond("getBillingEstimate", {
    setups: [],
    monthlyRows: 0,
    monthlyCost: 0,
    forecast: null,
    currency: "usd",
  });
  respond("getRunPermission", { requiresUpgrade: false, canStartRun: true, blockedBy: null });
  respond("listSetupRuns", []);
  respond("getSetupSuggestions", []);
  fail("getSetup", 404, { code: "not-found", message: "Setup not found" });
}

const noUses = { readAt: null, isComplete: false, events: [], eventProperties: [], userProperties: [] };
const noContext = {
  usedBy: null,
  changes: [],
  window: null,
  mixpanelUrl: "https://mixpanel.com/project/1000001/app/events",
};

function LocationProbe({ onChange }: { onChange: (location: string) => void }) {
  const { pathname, search } = useLocation();
  onChange(pathname + search);
  return null;
}

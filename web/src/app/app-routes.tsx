import { lazy, Suspense, type ComponentType } from "react";
import { Navigate, Outlet, Route, Routes, useLocation } from "react-router-dom";
import { demoIncidentId, demoRunId, paths } from "@/config/paths";
import type { LoginState } from "@/config/login-state";
import { PageSkeleton } from "./app-skeleton";
import { NotFoundPage } from "./not-found-page";
import {
  DemoAnalysisPage,
  DemoIncidentPage,
  DemoReportPage,
  LandingPage,
  SecurityPage,
  UseCasesPage,
} from "./public/public-pages";

/** Loads each page as its own chunk. */
const page = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }));

const PrivacyPage = page(() => import("@/features/legal/privacy-page"), "PrivacyPage");
const TermsPage = page(() => import("@/features/legal/terms-page"), "TermsPage");
const LoginPage = page(() => import("@/features/auth/login-page"), "LoginPage");
const SignupPage = page(() => import("@/features/auth/signup-page"), "SignupPage");
const HomePage = page(() => import("./home-page"), "HomePage");
const SetupWizardPage = page(() => import("@/features/setups/setup-wizard-page"), "SetupWizardPage");
const EditSetupPage = page(() => import("@/features/setups/edit-setup-page"), "EditSetupPage");
const SetupsPage = page(() => import("@/features/setups/setups-page"), "SetupsPage");
const SetupDetailsPage = page(() => import("@/features/setups/setup-details-page"), "SetupDetailsPage");
const RunHistoryPage = page(() => import("@/features/runs/run-history-page"), "RunHistoryPage");
const IncidentsPage = page(() => import("@/features/incidents/inbox/incidents-page"), "IncidentsPage");
const IncidentPage = page(() => import("@/features/incidents/incident-page"), "IncidentPage");
const ConnectionsPage = page(() => import("@/features/connections/connections-page"), "ConnectionsPage");
const ConnectionStatusPage = page(
  () => import("@/features/connections/connection-status-page"),
  "ConnectionStatusPage",
);
const DataSettingsPage = page(
  () => import("@/features/data-settings/data-settings-page"),
  "DataSettingsPage",
);
const WhatsNewPage = page(() => import("@/features/whats-new/whats-new-page"), "WhatsNewPage");
const SettingsRoute = page(() => import("./settings-route"), "SettingsRoute");
const NotificationsPage = page(() => import("@/features/settings/notifications-card"), "NotificationsPage");
const ProfilePage = page(() => import("@/features/settings/profile/profile-page"), "ProfilePage");
const WorkspacePage = page(() => import("@/features/settings/workspace/workspace-page"), "WorkspacePage");
const TokensPage = page(() => import("@/features/settings/tokens/tokens-page"), "TokensPage");
const ChannelsPage = page(() => import("@/features/settings/channels/channels-page"), "ChannelsPage");
const AuditPage = page(() => import("@/features/settings/workspace/audit-page"), "AuditPage");
const ForgotPasswordPage = page(() => import("@/features/auth/forgot-password-page"), "ForgotPasswordPage");
const ActionPage = page(() => import("@/features/auth/action-page"), "ActionPage");
const ReportPage = page(() => import("@/features/reports/summary/report-page"), "ReportPage");
const AnalysisPage = page(() => import("@/features/reports/analysis/analysis-page"), "AnalysisPage");

type AppRoutesProps = {
  isSignedIn: boolean;
  /** Whether the last person left by themselves: the next one doesn't come back to their page. */
  hasLoggedOut: boolean;
};

/** Every route. Only this file decides who may see which one. */
export const AppRoutes = ({ isSignedIn, hasLoggedOut }: AppRoutesProps) => (
  <Suspense fallback={<PageSkeleton isSignedIn={isSignedIn} />}>
    <Routes>
      <Route path={paths.home} element={isSignedIn ? <HomePage /> : <LandingPage />} />
      {/* These two redirect on their own: creating an account signs in, which must not interrupt the sign-up. */}
      <Route path={paths.login} element={<LoginPage />} />
      <Route path={paths.signup} element={<SignupPage />} />
      <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      {/* Pages that our emails link to, for signed-in and signed-out people. */}
      <Route path={paths.privacy} element={<PrivacyPage />} />
      <Route path={paths.terms} element={<TermsPage />} />
      <Route path={paths.security} element={<SecurityPage />} />
      <Route path={paths.authAction} element={<ActionPage />} />
      <Route
        path={paths.useCases}
        element={isSignedIn ? <Navigate to={paths.home} replace /> : <UseCasesPage />}
      />
      <Route path={paths.demo} element={<DemoReportPage />} />
      <Route path={paths.incident(demoIncidentId)} element={<DemoIncidentPage />} />
      <Route path={paths.analysis(demoRunId, ":detectorId")} element={<DemoAnalysisPage />} />
      <Route element={isSignedIn ? <Outlet /> : <ToLogin isReturning={!hasLoggedOut} />}>
        <Route path={paths.setupWizard} element={<SetupWizardPage />} />
        <Route path={paths.newSetup} element={<SetupWizardPage />} />
        <Route path={paths.setups} element={<SetupsPage />} />
        <Route path={paths.setup(":setupId")} element={<SetupDetailsPage />} />
        <Route path={paths.editSetup(":setupId")} element={<EditSetupPage />} />
        <Route path={paths.setupRuns(":setupId")} element={<RunHistoryPage />} />
        <Route path={paths.runs} element={<RunHistoryPage />} />
        <Route path={paths.incidents} element={<IncidentsPage />} />
        <Route path={paths.incident(":incidentId")} element={<IncidentPage />} />
        <Route path={paths.connections} element={<ConnectionsPage />} />
        <Route path={paths.connectionStatus(":id")} element={<ConnectionStatusPage />} />
        <Route path={paths.dataSettings} element={<DataSettingsPage />} />
        <Route path={paths.whatsNew} element={<WhatsNewPage />} />
        <Route path={paths.settings} element={<SettingsRoute />} />
        <Route path={paths.profile} element={<ProfilePage />} />
        <Route path={paths.notifications} element={<NotificationsPage />} />
        <Route path={paths.workspaceSettings} element={<WorkspacePage />} />
        <Route path={paths.apiTokens} element={<TokensPage />} />
        <Route path={paths.channels} element={<ChannelsPage />} />
        <Route path={paths.auditLog} element={<AuditPage />} />
        <Route path={paths.report(":runId")} element={<ReportPage />} />
        <Route path={paths.analysis(":runId", ":detectorId")} element={<AnalysisPage />} />
      </Route>
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  </Suspense>
);

/** Asks for a login, which then opens the address that was asked for. */
function ToLogin({ isReturning }: { isReturning: boolean }) {
  const { pathname, search, hash } = useLocation();
  const state: LoginState = isReturning ? { returnTo: pathname + search + hash } : null;
  return <Navigate to={paths.login} replace state={state} />;
}

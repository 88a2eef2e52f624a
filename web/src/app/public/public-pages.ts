import { lazy, type ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { demoIncidentId, demoRunId, paths } from "@/config/paths";

const page = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  Object.assign(
    lazy(async () => ({ default: (await load())[name] })),
    { load },
  );

export const LandingPage = page(() => import("@/features/landing/landing-page"), "LandingPage");
export const UseCasesPage = page(() => import("@/features/use-cases/use-cases-page"), "UseCasesPage");
export const SecurityPage = page(() => import("@/features/legal/security-page"), "SecurityPage");
export const DemoReportPage = page(() => import("@/features/reports/demo/demo-pages"), "DemoReportPage");
export const DemoAnalysisPage = page(() => import("@/features/reports/demo/demo-pages"), "DemoAnalysisPage");
export const DemoIncidentPage = page(
  () => import("@/features/incidents/sample/demo-incident-page"),
  "DemoIncidentPage",
);

/** Pages that need neither an account nor the API. */
export const publicPages: readonly { path: string; Page: ReturnType<typeof page> }[] = [
  { path: paths.home, Page: LandingPage },
  { path: paths.useCases, Page: UseCasesPage },
  { path: paths.security, Page: SecurityPage },
  { path: paths.demo, Page: DemoReportPage },
  { path: paths.incident(demoIncidentId), Page: DemoIncidentPage },
  { path: paths.analysis(demoRunId, ":detectorId"), Page: DemoAnalysisPage },
];

const publicPageAt = (pathname: string) => publicPages.find(({ path }) => matchPath(path, pathname) !== null);

export const isPublicPath = (pathname: string): boolean => publicPageAt(pathname) !== undefined;

/** Loads the code of the page at an address, if it is a public page. */
export const loadPublicPage = async (pathname: string): Promise<void> =>
  void (await publicPageAt(pathname)?.Page.load());

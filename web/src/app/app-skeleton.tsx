import { Box, chakra } from "@chakra-ui/react";
import { useLocation } from "react-router-dom";
import { Page } from "@/components/layout/page";
import { PageLoading } from "@/components/states/page-loading";
import { paths } from "@/config/paths";
import { DashboardSkeleton } from "@/features/dashboard/dashboard-skeleton";
import { NavBar } from "./nav-bar";

/** The app's frame for a signed-in user, shown from the first paint until the session is read. */
export const AppSkeleton = () => (
  <Box minH="100dvh" display="flex" flexDirection="column">
    <NavBar user={undefined} />
    <chakra.main flex="1" display="flex" flexDirection="column" css={{ "& > *": { width: "100%" } }}>
      <PageSkeleton isSignedIn />
    </chakra.main>
  </Box>
);

/** Shown while a page's code loads. On Home it has the shape of the dashboard. */
export function PageSkeleton({ isSignedIn }: { isSignedIn: boolean }) {
  const { pathname } = useLocation();
  if (!isSignedIn || pathname !== paths.home) return <PageLoading />;
  return (
    <Page>
      <DashboardSkeleton />
    </Page>
  );
}

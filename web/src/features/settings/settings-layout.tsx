import { Box, chakra, Grid } from "@chakra-ui/react";
import { hasRole, type Role } from "@contract/workspaces";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { Page, PageHeader } from "@/components/layout/page";
import { Select } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { useCurrentWorkspace } from "@/data/use-current-workspace";

const sections: readonly { label: string; to: string; least: Role }[] = [
  { label: "Profile", to: paths.profile, least: "viewer" },
  { label: "Account and billing", to: paths.settings, least: "viewer" },
  { label: "Workspace", to: paths.workspaceSettings, least: "viewer" },
  { label: "Channels and routes", to: paths.channels, least: "admin" },
  { label: "API tokens", to: paths.apiTokens, least: "admin" },
  { label: "Audit log", to: paths.auditLog, least: "admin" },
];

/** The settings pages with the list of them at the side; one select on small screens. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const role = useCurrentWorkspace()?.role ?? "viewer";
  const shown = sections.filter(({ least }) => hasRole(role, least));
  return (
    <Page>
      <PageHeader title="Settings" />
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", md: "176px minmax(0, 1fr)" }}
        gap={{ base: "4", md: "6" }}
      >
        <Box hideFrom="md">
          <Select
            aria-label="Settings section"
            options={shown.map(({ label, to }) => ({ label, value: to }))}
            value={pathname}
            onChange={(to) => void navigate(to)}
          />
        </Box>
        <chakra.nav aria-label="Settings" hideBelow="md">
          <ul>
            {shown.map(({ label, to }) => (
              <li key={to}>
                <SectionLink to={to} aria-current={pathname === to ? "page" : undefined}>
                  {label}
                </SectionLink>
              </li>
            ))}
          </ul>
        </chakra.nav>
        <Box minW="0">{children}</Box>
      </Grid>
    </Page>
  );
}

const SectionLink = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "36px",
    px: "3",
    borderRadius: "control",
    color: "fg.muted",
    textDecoration: "none",
    _hover: { color: "fg" },
    _currentPage: { color: "fg", fontWeight: "560", bg: "bg.muted" },
  },
});

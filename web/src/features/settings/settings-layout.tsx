import { Box, chakra, Grid } from "@chakra-ui/react";
import { hasRole, type Role } from "@contract/workspaces";
import { useId, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { Page, PageHeader } from "@/components/layout/page";
import { EmptyState } from "@/components/states/empty-state";
import { SkeletonRows } from "@/components/states/skeleton";
import { Select } from "@/components/ui/field";
import { SmallText } from "@/components/ui/text";
import { paths } from "@/config/paths";
import { useCurrentWorkspace } from "@/data/use-current-workspace";
import { messages } from "@/lib/messages";

type Section = { label: string; to: string; least: Role };

const personal: readonly Section[] = [
  { label: "Profile", to: paths.profile, least: "viewer" },
  { label: "Notifications", to: paths.notifications, least: "viewer" },
];

const ofWorkspace: readonly Section[] = [
  { label: "Workspace", to: paths.workspaceSettings, least: "viewer" },
  { label: "Channels and routes", to: paths.channels, least: "admin" },
  { label: "API tokens", to: paths.apiTokens, least: "admin" },
  { label: "Billing", to: paths.settings, least: "viewer" },
  { label: "Audit log", to: paths.auditLog, least: "admin" },
];

/**
 * A settings page next to the list of all settings pages, the user's and the workspace's; a select on small
 * screens.
 */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const workspace = useCurrentWorkspace();
  const allowed = (sections: readonly Section[]) =>
    sections.filter(({ least }) => hasRole(workspace?.role ?? "viewer", least));
  const section = [...personal, ...ofWorkspace].find(({ to }) => to === pathname);
  const isRefused = workspace && section && !hasRole(workspace.role, section.least);
  const groups = [
    { name: "You", sections: allowed(personal) },
    { name: workspace?.name ?? "Workspace", sections: allowed(ofWorkspace) },
  ];
  return (
    <Page>
      <PageHeader title="Settings" documentTitle={section?.label} />
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", md: "208px minmax(0, 1fr)" }}
        gap={{ base: "4", md: "8" }}
      >
        <Select
          box={{ hideFrom: "md" }}
          aria-label="Settings section"
          options={groups.flatMap(({ sections }) => sections.map(({ label, to }) => ({ label, value: to })))}
          value={pathname}
          onChange={(to) => void navigate(to)}
        />
        <chakra.nav aria-label="Settings" hideBelow="md">
          {groups.map((group) => (
            <SectionGroup key={group.name} {...group} pathname={pathname} />
          ))}
        </chakra.nav>
        <Box minW="0">
          {isRefused && section.to === paths.channels ? (
            <SmallText>Admins can add channels.</SmallText>
          ) : isRefused ? (
            <EmptyState
              title={`“${section.label}” is for owners and admins`}
              text={`You are a ${workspace.role} of ${workspace.name}. ${messages.askForRole}`}
            />
          ) : workspace || section?.least === "viewer" ? (
            children
          ) : (
            <SkeletonRows label="Loading settings" rows={3} />
          )}
        </Box>
      </Grid>
    </Page>
  );
}

type SectionGroupProps = { name: string; sections: readonly Section[]; pathname: string };

function SectionGroup({ name, sections, pathname }: SectionGroupProps) {
  const id = useId();
  return (
    <Box mb="4">
      <Box id={id} textStyle="label" color="fg.muted" px="3" py="1.5" truncate title={name}>
        {name}
      </Box>
      <ul aria-labelledby={id}>
        {sections.map(({ label, to }) => (
          <li key={to}>
            <SectionLink to={to} aria-current={pathname === to ? "page" : undefined}>
              {label}
            </SectionLink>
          </li>
        ))}
      </ul>
    </Box>
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

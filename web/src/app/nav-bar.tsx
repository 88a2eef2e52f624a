import { Box, chakra, HStack } from "@chakra-ui/react";
import { PageColumn } from "@/components/layout/page";
import type { User } from "firebase/auth";
import { lazy, Suspense } from "react";
import { Link, useLocation } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { Wordmark } from "@/components/layout/plumbline-mark";
import { ExternalLink, touchTarget } from "@/components/ui/text-link";
import { paths } from "@/config/paths";
import { useDisplayName } from "@/data/user-name";
import { userLabel } from "@/lib/names";
import { MobileMenu } from "./mobile-menu";
import { externalItems, isCurrent, signedInItems, signedOutItems, type NavItem } from "./nav-items";
import { UserAvatar } from "./user-avatar";

const WorkspaceSwitcher = lazy(() => import("./workspace-switcher"));
const OpenIncidentCount = lazy(() => import("./open-incident-count"));

type NavBarProps = {
  /** Undefined while a signed-in user's session is being read. */
  user: User | null | undefined;
  onLogout?: () => void;
};

/** The bar at the top of every page, for signed-in and signed-out people. */
export function NavBar({ user, onLogout }: NavBarProps) {
  const items = user === null ? signedOutItems : signedInItems;
  return (
    <chakra.header
      bg="bg.panel"
      borderBottomWidth="1px"
      position="relative"
      zIndex="nav"
      _print={{ display: "none" }}
    >
      <PageColumn display="flex" h="55px" alignItems="center" gap="3">
        <chakra.span borderRadius="badge" flexShrink={0} css={{ "& > a": touchTarget }}>
          <Link to={paths.home} aria-label="Plumbline, home" style={{ textDecoration: "none" }}>
            <Wordmark />
          </Link>
        </chakra.span>
        {user && (
          <Suspense>
            <Box maxW="180px" hideBelow="md">
              <WorkspaceSwitcher />
            </Box>
          </Suspense>
        )}
        <chakra.nav aria-label="Main" flex="1" alignSelf="stretch">
          <HStack as="ul" gap="6" h="100%" ms="30px" hideBelow="md">
            {items.map((item) => (
              <chakra.li key={item.to} h="100%">
                <NavLink item={item} isSignedIn={Boolean(user)} />
              </chakra.li>
            ))}
            {user === null &&
              externalItems.map(({ label, href }) => (
                <chakra.li key={label} color="fg.muted">
                  <ExternalLink href={href}>{label}</ExternalLink>
                </chakra.li>
              ))}
          </HStack>
        </chakra.nav>
        {user && <SignedInEnd user={user} onLogout={onLogout} />}
        {user === null && <SignedOutEnd />}
        {user !== undefined && (
          <Box hideFrom="md">
            <MobileMenu items={items} user={user} onLogout={onLogout} />
          </Box>
        )}
      </PageColumn>
    </chakra.header>
  );
}

function NavLink({ item, isSignedIn }: { item: NavItem; isSignedIn: boolean }) {
  const current = isCurrent(item, useLocation().pathname);
  return (
    <ItemAnchor to={item.to} aria-current={current ? "page" : undefined}>
      {item.label}
      {isSignedIn && item.countsIncidents && (
        <Suspense>
          <OpenIncidentCount />
        </Suspense>
      )}
    </ItemAnchor>
  );
}

const ItemAnchor = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    h: "57px",
    color: "fg.muted",
    textDecoration: "none",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    transition: "color 120ms",
    _hover: { color: "fg" },
    _currentPage: { color: "fg", fontWeight: "560", borderBottomColor: "accent.mark" },
  },
});

function SignedInEnd({ user, onLogout }: { user: User; onLogout: (() => void) | undefined }) {
  const name = userLabel({ displayName: useDisplayName(user), email: user.email });
  return (
    <HStack gap="2" minW="0">
      <UserAvatar user={user} />
      <Box hideBelow="md" fontWeight="520" truncate maxW="180px" title={name}>
        {name}
      </Box>
      <Button variant="ghost" onClick={onLogout} hideBelow="md">
        Logout
      </Button>
    </HStack>
  );
}

const SignedOutEnd = () => (
  <HStack gap="1.5">
    <LinkButton to={paths.login} variant="ghost">
      Log In
    </LinkButton>
    <LinkButton to={paths.signup} variant="solid" hideBelow="md">
      Get Started
    </LinkButton>
  </HStack>
);

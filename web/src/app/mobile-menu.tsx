import { chakra, Flex, HStack } from "@chakra-ui/react";
import type { User } from "firebase/auth";
import { Menu, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { Button, LinkButton } from "@/components/ui/button";
import { Wordmark } from "@/components/layout/plumbline-mark";
import { paths } from "@/config/paths";
import { useDisplayName } from "@/data/user-name";
import { userLabel } from "@/lib/names";
import { isCurrent, type NavItem } from "./nav-items";
import { UserAvatar } from "./user-avatar";

const WorkspaceSwitcher = lazy(() => import("./workspace-switcher"));
const OpenIncidentCount = lazy(() => import("./open-incident-count"));

type MobileMenuProps = { items: readonly NavItem[]; user: User | null; onLogout: (() => void) | undefined };

/** The menu button and the full-height sheet it opens. A native dialog handles focus and Escape. */
export function MobileMenu({ items, user, onLogout }: MobileMenuProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();

  const close = () => sheet.current?.close();

  // What a person chooses in the sheet closes it, and so does Back. A page that was still loading when the sheet was opened
  // must not.
  useEffect(() => {
    addEventListener("popstate", close);
    return () => removeEventListener("popstate", close);
  }, []);

  return (
    <>
      <Button
        variant="ghost"
        px="0"
        w="40px"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => sheet.current?.showModal()}
      >
        <Menu />
      </Button>
      <Sheet ref={sheet} aria-label="Menu">
        <Flex direction="column" h="100%">
          <Flex h="55px" px="4" align="center" justify="space-between" borderBottomWidth="1px" flexShrink={0}>
            <Wordmark />
            <Button variant="ghost" px="0" w="40px" aria-label="Close menu" onClick={close}>
              <X />
            </Button>
          </Flex>
          <chakra.nav aria-label="Menu" flex="1" px="2" py="3">
            {user && (
              <Suspense>
                <WorkspaceSwitcher onOpen={close} />
              </Suspense>
            )}
            <ul>
              {items.map((item) => (
                <li key={item.to}>
                  <SheetLink
                    to={item.to}
                    onClick={close}
                    aria-current={isCurrent(item, pathname) ? "page" : undefined}
                  >
                    {item.label}
                    {user && item.countsIncidents && (
                      <Suspense>
                        <OpenIncidentCount />
                      </Suspense>
                    )}
                  </SheetLink>
                </li>
              ))}
            </ul>
          </chakra.nav>
          <Flex px="4" py="4" gap="3" align="center" borderTopWidth="1px" flexShrink={0}>
            {user ? (
              <>
                <Person user={user} />
                <Button onClick={onLogout}>Logout</Button>
              </>
            ) : (
              <LinkButton to={paths.signup} variant="solid" flex="1" onClick={close}>
                Get Started
              </LinkButton>
            )}
          </Flex>
        </Flex>
      </Sheet>
    </>
  );
}

function Person({ user }: { user: User }) {
  const displayName = useDisplayName(user);
  return (
    <HStack gap="2" flex="1" minW="0">
      <UserAvatar user={user} />
      <chakra.span truncate>{userLabel({ displayName, email: user.email })}</chakra.span>
    </HStack>
  );
}

const Sheet = chakra("dialog", {
  base: {
    position: "fixed",
    inset: "0",
    margin: "0",
    padding: "0",
    border: "none",
    width: "100dvw",
    maxWidth: "100dvw",
    height: "100dvh",
    maxHeight: "100dvh",
    bg: "bg.panel",
    color: "fg",
  },
});

const SheetLink = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "44px",
    px: "2",
    borderRadius: "control",
    fontSize: "16px",
    color: "fg.muted",
    textDecoration: "none",
    _currentPage: { color: "fg", fontWeight: "560", bg: "bg.muted" },
  },
});

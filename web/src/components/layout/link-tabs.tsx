import { chakra, Flex } from "@chakra-ui/react";
import { Link, useLocation } from "react-router-dom";

/** Tabs that are pages of their own. `to` may have a query, which doesn't count. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { label: string; to: string }[] }) {
  const { pathname } = useLocation();
  return (
    <Flex as="nav" aria-label={label} gap="5" borderBottomWidth="1px" borderColor="border" mb="5">
      {tabs.map((tab) => (
        <Tab
          key={tab.label}
          to={tab.to}
          aria-current={pathname === tab.to.split("?")[0] ? "page" : undefined}
        >
          {tab.label}
        </Tab>
      ))}
    </Flex>
  );
}

const Tab = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "44px",
    mb: "-1px",
    fontSize: "14px",
    color: "fg.muted",
    textDecoration: "none",
    borderBottomWidth: "2px",
    borderColor: "transparent",
    focusVisibleRing: "outside",
    _hover: { color: "fg" },
    "&[aria-current]": { color: "fg", fontWeight: "560", borderColor: "accent.fg" },
  },
});

import { chakra, Flex } from "@chakra-ui/react";
import { Link, useLocation } from "react-router-dom";
import { formatNumber } from "@/lib/format";

type LinkTab = { label: string; to: string; count?: number | undefined };

/** Tabs that are pages of their own. `to` may have a query, which doesn't count. A `count` of 0 isn't shown. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const { pathname } = useLocation();
  return (
    <Flex as="nav" aria-label={label} gap="5" borderBottomWidth="1px" mb="5">
      {tabs.map((tab) => (
        <Tab
          key={tab.label}
          to={tab.to}
          aria-current={pathname === tab.to.split("?")[0] ? "page" : undefined}
        >
          {tab.label}{" "}
          {Boolean(tab.count) && (
            <chakra.span textStyle="small" bg="bg.muted" borderRadius="badge" px="1.5" ms="2">
              {formatNumber(tab.count!)}
            </chakra.span>
          )}
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

import { chakra, Flex } from "@chakra-ui/react";
import { Link } from "react-router-dom";
import { Wordmark } from "@/components/layout/plumbline-mark";
import { env } from "@/config/env";
import { paths } from "@/config/paths";
import { PageColumn } from "@/components/layout/page";

const inside = [
  { label: "Home", to: paths.home },
  { label: "Use Cases", to: paths.useCases },
  { label: "Sample Report", to: paths.demo },
  { label: "Security", to: paths.security },
  { label: "Privacy", to: paths.privacy },
  { label: "Terms", to: paths.terms },
];
const outside = [
  { label: "Docs", href: env.links.docs },
  { label: "Blog", href: env.links.blog },
  { label: "YouTube", href: env.links.youTube },
  { label: "About", href: env.links.about },
];

export const Footer = () => (
  <chakra.footer borderTopWidth="1px" textStyle="small" color="fg.muted">
    <PageColumn
      py={{ base: "8", sm: "6" }}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="7"
      rowGap="4"
    >
      <Wordmark />
      <chakra.nav aria-label="Footer">
        <Flex as="ul" wrap="wrap" columnGap="5">
          {inside.map(({ label, to }) => (
            <Item key={label}>
              <Link to={to}>{label}</Link>
            </Item>
          ))}
          {outside.map(({ label, href }) => (
            <Item key={label}>
              <a href={href} target="_blank" rel="noopener noreferrer">
                {label}
                <chakra.span srOnly> (opens in a new tab)</chakra.span>
              </a>
            </Item>
          ))}
          <Item>
            <Link to={paths.login}>Log In</Link>
          </Item>
        </Flex>
      </chakra.nav>
      <chakra.small fontSize="inherit" ms={{ md: "auto" }} width={{ base: "100%", md: "auto" }}>
        Not affiliated with Mixpanel. © 2026 Plumbline
      </chakra.small>
    </PageColumn>
  </chakra.footer>
);

const Item = chakra("li", {
  base: {
    "& a": {
      display: "inline-flex",
      alignItems: "center",
      minH: "36px",
      color: "inherit",
      textDecoration: "none",
      _hover: { color: "fg" },
    },
  },
});

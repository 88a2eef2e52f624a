import { chakra, Icon } from "@chakra-ui/react";
import { ArrowUpRight, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/** On phones, extends the touch area of a one-line link to the height of a finger without taking up space. */
export const touchTarget = {
  position: "relative",
  smDown: { _after: { content: '""', position: "absolute", insetInline: "-4px", insetBlock: "-9px" } },
} as const;

const Anchor = chakra(Link, {
  base: {
    color: "accent.fg",
    fontWeight: "560",
    fontSize: "13px",
    textDecoration: "none",
    borderRadius: "badge",
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: { base: "36px", sm: "auto" },
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});

type TextLinkProps = {
  to: string;
  children: ReactNode;
  "aria-label"?: string;
  /** The router's state of the page that it opens. */
  state?: unknown;
};

/** A link inside the app. */
export const TextLink = (props: TextLinkProps) => <Anchor {...props} />;

/** A link inside the app for "go there". */
export const ArrowLink = ({ children, ...rest }: TextLinkProps) => (
  <Anchor {...rest}>
    {children}
    <Icon as={ChevronRight} boxSize="15px" strokeWidth={2.1} />
  </Anchor>
);

/** A link inside running text. */
export const InlineLink = (props: TextLinkProps) => <Anchor display="inline" fontSize="inherit" {...props} />;

/** A link to another site. It opens a new tab and says so. */
export const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <chakra.a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    display="inline-flex"
    alignItems="center"
    gap="1"
    color="inherit"
    textDecoration="none"
    borderRadius="badge"
    _hover={{ color: "fg" }}
  >
    {children}
    <Icon as={ArrowUpRight} boxSize="13px" color="fg.subtle" strokeWidth={2.1} />
    <chakra.span srOnly>(opens in a new tab)</chakra.span>
  </chakra.a>
);

/** The name of an event or property in a list, linked to the page about it. */
export const SubjectLink = chakra(Link, {
  base: {
    color: "inherit",
    fontWeight: "600",
    textDecoration: "none",
    overflowWrap: "anywhere",
    borderRadius: "badge",
    ...touchTarget,
    _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
  },
});

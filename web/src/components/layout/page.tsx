import { Box, chakra, Flex, Heading, HStack, Icon } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { SmallText } from "@/components/ui/text";
import { touchTarget } from "@/components/ui/text-link";

/** The column that everything on a page is in: 1280 px with gutters. */
export const PageColumn = chakra("div", {
  base: { maxW: "page", mx: "auto", px: { base: "4", sm: "8" }, width: "100%" },
});

/** The page's content. */
export const Page = ({ children }: { children: ReactNode }) => (
  <PageColumn pt={{ base: "5", sm: "7" }} pb="16">
    {children}
  </PageColumn>
);

type Crumb = { label: string; to?: string };

type PageHeaderProps = {
  title: string;
  /** Title of the tab, if it differs from the page's title. */
  documentTitle?: string | undefined;
  description?: ReactNode;
  /** Beside the title: a badge or a severity. */
  badge?: ReactNode;
  /** Right of the title; on small screens below it at full width. */
  actions?: ReactNode;
  /** Starting at the root. The last one is the page itself and has no link. */
  crumbs?: readonly Crumb[];
};

/** Breadcrumbs, h1, a one-sentence description and actions. Also sets the document's title. */
export const PageHeader = ({
  title,
  documentTitle = title,
  description,
  badge,
  actions,
  crumbs,
}: PageHeaderProps) => (
  <Box as="header" mb="6">
    <DocumentTitle title={documentTitle} />
    {crumbs && <Crumbs crumbs={crumbs} />}
    <Flex
      gap={{ base: "3", sm: "4" }}
      align={{ base: "stretch", sm: "flex-start" }}
      justify="space-between"
      direction={{ base: "column", sm: "row" }}
    >
      <Box minW="0">
        <HStack gap="2.5" flexWrap="wrap">
          <Heading as="h1" textStyle="pageTitle" overflowWrap="anywhere">
            {title}
          </Heading>
          {badge}
        </HStack>
        {description && (
          <Box color="fg.muted" textStyle="body" mt="1">
            {description}
          </Box>
        )}
      </Box>
      {actions && (
        <Flex
          gap="2"
          flexShrink={0}
          align="center"
          wrap="wrap"
          css={{ "& > *": { flexGrow: { base: 1, sm: 0 } } }}
        >
          {actions}
        </Flex>
      )}
    </Flex>
  </Box>
);

const Crumbs = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <chakra.nav aria-label="Breadcrumb" mb="3">
    <chakra.ol display="flex" flexWrap="wrap" alignItems="center" gap="1.5" textStyle="small">
      {crumbs.map((crumb, index) => (
        <chakra.li key={crumb.label} display="inline-flex" alignItems="center" gap="1.5" minW="0">
          {crumb.to ? (
            <chakra.span color="fg.muted" _hover={{ color: "fg" }} css={{ "& > a": touchTarget }}>
              <Link to={crumb.to} style={{ color: "inherit", textDecoration: "none" }}>
                {crumb.label}
              </Link>
            </chakra.span>
          ) : (
            <chakra.span aria-current="page" overflowWrap="anywhere">
              {crumb.label}
            </chakra.span>
          )}
          {index < crumbs.length - 1 && (
            <Icon as={ChevronRight} boxSize="13px" color="fg.subtle" strokeWidth={2.1} />
          )}
        </chakra.li>
      ))}
    </chakra.ol>
  </chakra.nav>
);

/** The page's address, only on paper: where to find what is printed, as it is now. */
export const PrintedAddress = () => (
  <SmallText display="none" _print={{ display: "block" }} mt="4" aria-hidden>
    {window.location.href}
  </SmallText>
);

type DocumentTitleProps = {
  title: string;
  /** True if the title already includes the product's name. */
  isWhole?: boolean;
};

/** Sets the tab's title. (A rendered <title> would come after the one in index.html and be ignored.) */
export function DocumentTitle({ title, isWhole = false }: DocumentTitleProps) {
  useEffect(() => {
    document.title = isWhole ? title : `${title} · Plumbline`;
  }, [title, isWhole]);
  return null;
}

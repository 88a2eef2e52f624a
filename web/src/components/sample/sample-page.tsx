import { Box, chakra, Icon } from "@chakra-ui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { PageColumn } from "@/components/layout/page";
import { LinkButton } from "@/components/ui/button";
import { paths } from "@/config/paths";

type SamplePageProps = {
  kind: "report" | "incident";
  /** From `sampleQueries`. */
  queries: QueryClient;
  children: ReactNode;
};

/** A page of the product with bundled data, for visitors: an invitation above it, and what an account adds below. */
export const SamplePage = ({ kind, queries, children }: SamplePageProps) => (
  <Box>
    <Banner kind={kind} />
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    <ReadOnlyNote>
      Read-only. In your own project, you can{" "}
      {kind === "report"
        ? "acknowledge, mute and close findings, and download them as CSV"
        : "acknowledge, assign, mute and close incidents, and comment on them"}
      .
    </ReadOnlyNote>
  </Box>
);

const Banner = ({ kind }: Pick<SamplePageProps, "kind">) => (
  <Box bg="accent.subtle" borderBottomWidth="1px" borderColor="accent.border">
    <PageColumn
      display="flex"
      py={{ base: "2.5", md: "0" }}
      minH="48px"
      alignItems="center"
      justifyContent="space-between"
      columnGap="4"
      rowGap="2"
      flexWrap={{ base: "wrap", md: "nowrap" }}
      textStyle="small"
    >
      <span>
        <chakra.strong fontWeight="600">This is a sample {kind} of a demo shop.</chakra.strong> Connect your
        own project. The first run is free.
      </span>
      <LinkButton to={paths.signup} size="xs">
        Get Started
      </LinkButton>
    </PageColumn>
  </Box>
);

const ReadOnlyNote = ({ children }: { children: ReactNode }) => (
  <PageColumn display="flex" pb="10" mt="-8" gap="2" alignItems="center" textStyle="small" color="fg.muted">
    <Icon as={Lock} boxSize="14px" />
    <span>{children}</span>
  </PageColumn>
);

/** Holds the bundled responses that a sample's pages ask for. What is set in it is never fetched. */
export const sampleQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: Infinity,
        retry: false,
        refetchOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });

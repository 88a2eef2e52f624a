import { Button } from "@/components/ui/button";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";
import { ErrorState } from "./error-state";
import { SkeletonRows } from "./skeleton";

type ListStateProps = {
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  /** What is listed: "channels". */
  what: string;
  rows?: number;
  /** Repeats what failed, if that isn't the query as a whole. */
  onRetry?: () => unknown;
  /** What an empty list means; missing if it isn't empty. */
  empty?: { title: string; text: ReactNode } | false | undefined;
};

/** What a card shows in place of its list, or above it after a failure. */
export const ListState = ({ query, what, rows = 3, onRetry = query.refetch, empty }: ListStateProps) => (
  <>
    {query.isPending && <SkeletonRows label={`Loading ${what}`} rows={rows} />}
    {query.isError && <ErrorState title={`Unable to load ${what}`} error={query.error} onRetry={onRetry} />}
    {empty && <EmptyState isFramed={false} hasBob={false} {...empty} />}
  </>
);

type NextPageProps = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label?: string;
  mt?: string;
};

/** The button for more of a list that comes in pages. */
export const NextPage = ({ query, label = "Load more", mt = "3" }: NextPageProps) =>
  query.hasNextPage && (
    <Button mt={mt} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {query.isFetchingNextPage ? "Loading..." : label}
    </Button>
  );

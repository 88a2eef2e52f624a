import { Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { EmptyState } from "./empty-state";
import { SkeletonRows } from "./skeleton";
import { Page, DocumentTitle } from "../layout/page";

type MissingPageProps = {
  title: string;
  text?: string;
  /** Whether other places are still being looked through. */
  isLooking?: boolean;
  /** Links to other pages, at least one of them back. */
  children: ReactNode;
};

/** Shown instead of a page whose subject doesn't exist (anymore). */
export const MissingPage = ({ title, text, isLooking = false, children }: MissingPageProps) => (
  <Page>
    <DocumentTitle title={title} />
    {isLooking ? (
      <SkeletonRows label="Looking in your other workspaces" rows={6} />
    ) : (
      <EmptyState
        title={title}
        headingLevel="h1"
        text={text}
        action={
          <Flex gap="2" wrap="wrap" justify="center">
            {children}
          </Flex>
        }
      />
    )}
  </Page>
);

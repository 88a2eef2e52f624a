import { Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { DocumentTitle } from "../layout/document-title";
import { EmptyState } from "./empty-state";
import { Page } from "../layout/page";

type MissingPageProps = {
  title: string;
  text?: string;
  /** Links to other pages, at least one of them back. */
  children: ReactNode;
};

/** Shown instead of a page whose subject doesn't exist (anymore). */
export const MissingPage = ({ title, text, children }: MissingPageProps) => (
  <Page>
    <DocumentTitle title={title} />
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
  </Page>
);

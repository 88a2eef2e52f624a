import { Flex } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { DocumentTitle } from "../layout/document-title";
import { EmptyState } from "./empty-state";
import { Page } from "../layout/page";

type MissingPageProps = {
  title: string;
  text?: string;
  /** Ways on, at least one back. */
  children: ReactNode;
};

/** In the place of a page whose subject is not there (any more). */
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

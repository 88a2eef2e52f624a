import { Box, Stack } from "@chakra-ui/react";
import { useQuery, queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Page, PageHeader } from "@/components/layout/page";
import { callApi } from "@/lib/api-client";
import { LegalSection } from "./legal-section";

/** A page of plain sections that ends with the operator's name and address. */
export const LegalPage = ({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) => (
  <Page>
    <Box maxW="720px" mx="auto">
      <PageHeader title={title} description={description} />
      <Stack gap="6">
        {children}
        <OperatorSection />
      </Stack>
    </Box>
  </Page>
);

function OperatorSection() {
  const { data: operator } = useQuery(operatorQuery());
  const lines = [operator?.name, operator?.address].filter(Boolean);
  return (
    <LegalSection title="Who runs this installation">
      <p>{lines.length > 0 ? lines.join(", ") : "The operator has not published a name and address yet."}</p>
      {operator?.email && (
        <p>
          Contact: <a href={`mailto:${operator.email}`}>{operator.email}</a>
        </p>
      )}
    </LegalSection>
  );
}

/** The operator of this installation, which changes only with a deployment. */
const operatorQuery = () =>
  queryOptions({ queryKey: ["operator"], queryFn: () => callApi("getOperator"), staleTime: Infinity });

import { Page, PageHeader } from "@/components/page";

export const UseCasesPage = () => (
  <Page>
    <PageHeader title="Use Cases" />
  </Page>
);

import { Page, PageHeader } from "@/components/page";

export const ConnectionsPage = () => (
  <Page>
    <PageHeader title="Connections" />
  </Page>
);

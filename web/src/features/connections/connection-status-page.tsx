import { Page, PageHeader } from "@/components/page";

export const ConnectionStatusPage = () => (
  <Page>
    <PageHeader title="Connection" />
  </Page>
);

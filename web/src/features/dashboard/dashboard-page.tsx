import { Page, PageHeader } from "@/components/page";

export const DashboardPage = () => (
  <Page>
    <PageHeader title="Home" />
  </Page>
);

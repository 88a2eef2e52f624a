import { Page, PageHeader } from "@/components/page";

export const RunHistoryPage = () => (
  <Page>
    <PageHeader title="Run History" />
  </Page>
);

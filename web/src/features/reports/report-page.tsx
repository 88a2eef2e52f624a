import { Page, PageHeader } from "@/components/page";

export const ReportPage = () => (
  <Page>
    <PageHeader title="Report" />
  </Page>
);

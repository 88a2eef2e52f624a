import { Page, PageHeader } from "@/components/page";

export const AnalysisPage = () => (
  <Page>
    <PageHeader title="Analysis" />
  </Page>
);

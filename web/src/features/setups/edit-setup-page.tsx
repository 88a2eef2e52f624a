import { Page, PageHeader } from "@/components/page";

export const EditSetupPage = () => (
  <Page>
    <PageHeader title="Edit Setup" />
  </Page>
);

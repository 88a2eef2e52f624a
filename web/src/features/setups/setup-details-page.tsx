import { Page, PageHeader } from "@/components/page";

export const SetupDetailsPage = () => (
  <Page>
    <PageHeader title="Setup" />
  </Page>
);

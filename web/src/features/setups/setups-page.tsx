import { Page, PageHeader } from "@/components/page";

export const SetupsPage = () => (
  <Page>
    <PageHeader title="Setups" />
  </Page>
);

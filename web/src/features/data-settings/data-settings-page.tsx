import { Page, PageHeader } from "@/components/page";

export const DataSettingsPage = () => (
  <Page>
    <PageHeader title="Data Settings" />
  </Page>
);

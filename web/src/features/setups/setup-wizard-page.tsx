import { Page, PageHeader } from "@/components/page";

export const SetupWizardPage = () => (
  <Page>
    <PageHeader title="Create Setup" />
  </Page>
);

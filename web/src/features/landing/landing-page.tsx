import { Page, PageHeader } from "@/components/page";

export const LandingPage = () => (
  <Page>
    <PageHeader title="Plumbline" />
  </Page>
);

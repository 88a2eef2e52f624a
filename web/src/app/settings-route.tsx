import { BillingSection, EstimateCard } from "@/features/billing/billing-section";
import { SettingsPage } from "@/features/settings/settings-page";

/** Settings with billing in its two slots; features do not know each other. */
export const SettingsRoute = () => <SettingsPage main={<BillingSection />} aside={<EstimateCard />} />;

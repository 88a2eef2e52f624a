import { BillingSection } from "@/features/billing/settings/billing-section";
import { EstimateCard } from "@/features/billing/settings/estimate-card";
import { SettingsPage } from "@/features/settings/settings-page";

/** The settings page with billing in its two slots, because features don't import each other. */
export const SettingsRoute = () => <SettingsPage main={<BillingSection />} aside={<EstimateCard />} />;

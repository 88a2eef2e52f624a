/** Billing and usage on the settings page. */
export const BillingSection = () => null;

/** Cost estimate beside it. */
export const EstimateCard = () => null;

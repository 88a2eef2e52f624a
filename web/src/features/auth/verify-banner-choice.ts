const key = "plumbline-verify-banner-hidden-until";
const dayMs = 24 * 60 * 60 * 1_000;

/** Whether this browser hid the banner less than a day ago. */
export const isVerifyBannerHidden = (): boolean => Number(localStorage.getItem(key) ?? 0) > Date.now();

export const hideVerifyBanner = (): void => localStorage.setItem(key, String(Date.now() + dayMs));

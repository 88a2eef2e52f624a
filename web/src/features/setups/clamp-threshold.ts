import { defaultThresholdPercent } from "@contract/detectors";

/** Non-numeric text becomes 30; numbers are clamped to 1..100. */
export function clampThreshold(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return defaultThresholdPercent;
  return Math.min(100, Math.max(1, value));
}

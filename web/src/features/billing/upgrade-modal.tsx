/** Opens and closes with `useUpgrade()`. */
export default function UpgradeModal() {
  return null;
}

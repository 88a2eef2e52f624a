import { SmallText } from "@/components/ui/text";

/** The page's address, only on paper: where to find what is printed, as it is now. */
export const PrintedAddress = () => (
  <SmallText display="none" _print={{ display: "block" }} mt="4" aria-hidden>
    {window.location.href}
  </SmallText>
);

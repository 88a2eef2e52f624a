import { createContext, use, useMemo, useRef, useState, type ReactNode } from "react";

export type Upgrade = {
  isOpen: boolean;
  /** @param afterPayment what met the paywall: done once a payment method is confirmed */
  open: (afterPayment?: () => void) => void;
  close: () => void;
  /** Closes the modal and does what had to wait for the payment. */
  confirm: () => void;
};

const UpgradeContext = createContext<Upgrade | null>(null);

/** The state of the upgrade modal, with functions to open and close it. */
export function useUpgrade(): Upgrade {
  const upgrade = use(UpgradeContext);
  if (!upgrade) throw new Error("useUpgrade needs <UpgradeProvider>");
  return upgrade;
}

export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  // Kept when the modal is closed, since a payment may be confirmed after that.
  const waiting = useRef<(() => void) | undefined>(undefined);
  const upgrade = useMemo(
    () => ({
      isOpen,
      open: (afterPayment?: () => void) => {
        waiting.current = afterPayment;
        setIsOpen(true);
      },
      close: () => setIsOpen(false),
      confirm: () => {
        setIsOpen(false);
        waiting.current?.();
        waiting.current = undefined;
      },
    }),
    [isOpen],
  );
  return <UpgradeContext value={upgrade}>{children}</UpgradeContext>;
}

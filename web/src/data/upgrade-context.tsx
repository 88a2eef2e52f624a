import type { BilledSchedule } from "@contract/prices/check-usage";
import { createContext, use, useMemo, useRef, useState, type ReactNode } from "react";

export type Upgrade = {
  isOpen: boolean;
  /** The schedule that met the paywall; null for anything else. The modal quotes its price. */
  wanted: BilledSchedule | null;
  /** @param afterPayment what met the paywall: done once a payment method is confirmed */
  open: (afterPayment?: () => void, wanted?: BilledSchedule) => void;
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
  const [wanted, setWanted] = useState<BilledSchedule | null>(null);
  // Kept when the modal is closed, since a payment may be confirmed after that.
  const waiting = useRef<(() => void) | undefined>(undefined);
  const upgrade = useMemo(
    () => ({
      isOpen,
      wanted,
      open: (afterPayment?: () => void, schedule?: BilledSchedule) => {
        waiting.current = afterPayment;
        setWanted(schedule ?? null);
        setIsOpen(true);
      },
      close: () => setIsOpen(false),
      confirm: () => {
        setIsOpen(false);
        waiting.current?.();
        waiting.current = undefined;
      },
    }),
    [isOpen, wanted],
  );
  return <UpgradeContext value={upgrade}>{children}</UpgradeContext>;
}

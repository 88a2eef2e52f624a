import { createContext, use, useMemo, useState, type ReactNode } from "react";

export type Upgrade = { isOpen: boolean; open: () => void; close: () => void };

const UpgradeContext = createContext<Upgrade | null>(null);

/** The state of the upgrade modal, with functions to open and close it. */
export function useUpgrade(): Upgrade {
  const upgrade = use(UpgradeContext);
  if (!upgrade) throw new Error("useUpgrade needs <UpgradeProvider>");
  return upgrade;
}

export function UpgradeProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const upgrade = useMemo(
    () => ({ isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }),
    [isOpen],
  );
  return <UpgradeContext value={upgrade}>{children}</UpgradeContext>;
}

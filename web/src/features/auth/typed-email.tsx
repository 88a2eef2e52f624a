import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

type TypedEmail = [email: string, setEmail: (email: string) => void];

const TypedEmailContext = createContext<TypedEmail>(["", () => undefined]);

/**
 * Keeps the address that someone types while they go from one signed-out form to another. The old form stays until the
 * next page's code has loaded, and what is typed into it meanwhile goes along too. Signing out clears it: the next
 * person may be someone else.
 */
export function WithTypedEmail({ uid, children }: { uid: string | undefined; children: ReactNode }) {
  const state = useState("");
  const [, setEmail] = state;
  useEffect(() => (uid === undefined ? undefined : () => setEmail("")), [uid, setEmail]);
  return <TypedEmailContext value={state}>{children}</TypedEmailContext>;
}

/** The address typed so far, inside `WithTypedEmail`. */
export const useTypedEmail = () => useContext(TypedEmailContext);

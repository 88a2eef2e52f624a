import { createContext, use } from "react";
import { type FindUse, noUse } from "@/lib/find-use";

/** What uses the names of the connection that a report is about. */
export const UsesContext = createContext<FindUse>(noUse);
export const useFindUse = (): FindUse => use(UsesContext);

import { createContext, use } from "react";
import { type FindUse, noUse } from "@/lib/find-use";

/** Of the connection that a report is about. */
export const UsesContext = createContext<FindUse>(noUse);
export const useFindUse = (): FindUse => use(UsesContext);

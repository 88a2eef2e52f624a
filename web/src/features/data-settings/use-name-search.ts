import type { DataSettings } from "@contract/data-settings";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { nameSearchQuery } from "@/data/data-settings";

const pauseMs = 300;

/**
 * Where not all names of a project are loaded, looks for a text among the others once the typing pauses. What is found joins the loaded
 * settings.
 */
export function useNameSearch(
  settings: DataSettings & { connection: { id: string } },
  text: string,
): { isSearching: boolean } {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isNeeded = settings.nextCursor !== null && text !== "";
  const { isFetching } = useQuery({
    ...nameSearchQuery(settings.connection.id, search),
    enabled: isNeeded && search !== "",
  });
  return { isSearching: isNeeded && (isFetching || search !== text) };
}

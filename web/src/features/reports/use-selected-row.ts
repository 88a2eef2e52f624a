import { useSearchParams } from "react-router-dom";

/** Which row is shown; the choice lives in the address, and the first is shown for one that is not there. */
export function useSelectedRow(rowCount: number) {
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get("row") ?? 0);
  return {
    selected: Number.isInteger(asked) && asked >= 0 && asked < rowCount ? asked : 0,
    select: (index: number) => setSearch(index === 0 ? {} : { row: String(index) }, { replace: true }),
  };
}

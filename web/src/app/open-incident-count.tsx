import { chakra } from "@chakra-ui/react";
import { useOpenIncidents } from "@/data/incidents";
import { formatNumber } from "@/lib/format";

/** The number of open incidents, from the same list as the inbox; nothing if there are none. */
export default function OpenIncidentCount() {
  const { open, isPartOfMore } = useOpenIncidents();
  if (!open?.length) return null;
  return (
    <>
      {" "}
      <CountBox>
        {formatNumber(open.length)}
        {isPartOfMore && "+"}
        <chakra.span srOnly> open</chakra.span>
      </CountBox>
    </>
  );
}

const CountBox = chakra("span", {
  base: {
    ms: "1.5",
    px: "1.5",
    borderRadius: "badge",
    bg: "bg.muted",
    color: "fg",
    textStyle: "small",
    fontWeight: "560",
    fontVariantNumeric: "tabular-nums",
  },
});

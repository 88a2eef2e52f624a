import { Box } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router-dom";
import { Select } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { setupsQuery } from "@/data/setups";

/** Selects whose runs are shown; the choice is in the URL. */
export function SetupFilter({ setupId }: { setupId: string | undefined }) {
  const { data: setups = [] } = useQuery(setupsQuery());
  const navigate = useNavigate();
  // Choosing a setup opens another page, whose select then takes the focus.
  const isChosenHere: unknown = useLocation().state;
  const known = setups.map(({ id, name }) => ({ value: id, label: name }));
  const options = [
    { value: "", label: "All setups" },
    ...known,
    // Runs of a deleted setup are kept.
    ...(setupId && !known.some(({ value }) => value === setupId)
      ? [{ value: setupId, label: "This setup" }]
      : []),
  ];
  return (
    <Box width={{ base: "100%", sm: "200px" }}>
      <Select
        aria-label="Setup"
        size="sm"
        value={setupId ?? ""}
        options={options}
        autoFocus={isChosenHere === chosenHere}
        onChange={(id) => void navigate(id ? paths.setupRuns(id) : paths.runs, { state: chosenHere })}
      />
    </Box>
  );
}

const chosenHere = "setup-filter";

import { Flex } from "@chakra-ui/react";
import { Card, CardBody, CardTitle } from "@/components/card";
import { SegmentedControl } from "@/components/segmented-control";
import { useColourMode } from "@/theme/colour-mode";

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function AppearanceCard() {
  const [mode, setMode] = useColourMode();
  return (
    <Card>
      <CardBody>
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <CardTitle size="sm">Appearance</CardTitle>
          <SegmentedControl label="Appearance" value={mode} options={options} onChange={setMode} />
        </Flex>
      </CardBody>
    </Card>
  );
}

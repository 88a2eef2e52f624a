import { Flex } from "@chakra-ui/react";
import { Card, CardBody, CardTitle } from "@/components/layout/card";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useColorMode } from "@/theme/color-mode";

const options = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export function AppearanceCard() {
  const [mode, setMode] = useColorMode();
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

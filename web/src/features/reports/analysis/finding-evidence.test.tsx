import { ChakraProvider } from "@chakra-ui/react";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aRow } from "@/testing/report-builders";
import { system } from "@/theme/system";
import { FindingEvidence } from "./finding-evidence";

const linux = { value: "Linux", part: 0.98, usual: 0.06, before: 0.01, after: 0.764 };
const otherLinux = { ...linux, value: "Chrome OS" };
const show = (values: (typeof linux)[]) =>
  render(
    <ChakraProvider value={system}>
      <FindingEvidence
        row={aRow({
          detector: "event_property_null_rate",
          entity: "category",
          parent: "Product Viewed",
          causeDetail: { ...linux, property: "$os", values, others: [] },
        })}
      />
    </ChakraProvider>,
  );

it("says how much is wrong inside the one value that explains a finding", () => {
  show([linux]);
  expect(screen.getByText("Inside Linux").nextElementSibling).toHaveTextContent("76%");
});

it("says it of no single value if several explain the finding", () => {
  show([linux, otherLinux]);
  expect(screen.queryByText(/^Inside/)).toBeNull();
});

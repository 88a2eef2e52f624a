import { chakra, Icon } from "@chakra-ui/react";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Card, CardHeader } from "@/components/layout/card";

type FoldCardProps = { title: string; note?: string; children: ReactNode };

/** A collapsible card beside the main column. Starts collapsed on screens where it is below that column. */
export function FoldCard({ title, note, children }: FoldCardProps) {
  const [isOpen] = useState(() => !matchMedia("(max-width: 63.99em)").matches);
  return (
    <Card>
      <chakra.details
        open={isOpen}
        css={{
          "&[open] > summary [data-chevron]": { transform: "rotate(90deg)" },
          "&:not([open]) > summary > div": { borderBottomWidth: "0" },
        }}
      >
        <chakra.summary
          cursor="pointer"
          listStyleType="none"
          borderTopRadius="card"
          _focusVisible={{ outlineOffset: "-2px" }}
          css={{ "&::-webkit-details-marker": { display: "none" } }}
        >
          <CardHeader
            title={title}
            note={note}
            actions={
              <Icon
                as={ChevronRight}
                boxSize="15px"
                color="fg.muted"
                data-chevron
                transition="transform 120ms"
                strokeWidth={2.1}
              />
            }
          />
        </chakra.summary>
        {children}
      </chakra.details>
    </Card>
  );
}

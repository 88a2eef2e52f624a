import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";

export const LegalSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <chakra.h2 textStyle="title" mb="2">
      {title}
    </chakra.h2>
    <Stack gap="2" color="fg.muted">
      {children}
    </Stack>
  </section>
);

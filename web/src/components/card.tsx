import { Box, chakra, Heading, HStack, useSlotRecipe, type HTMLChakraProps } from "@chakra-ui/react";
import { createContext, use, type ReactNode } from "react";

type CardStyles = Record<"root" | "header" | "body" | "footer", object>;
const StylesContext = createContext<CardStyles | null>(null);

/** A bordered surface. Put `CardHeader`, `CardBody` and `CardFooter` inside. */
export function Card({ children, css, ...rest }: HTMLChakraProps<"section">) {
  const styles: CardStyles = useSlotRecipe({ key: "card" })() as CardStyles;
  return (
    <StylesContext value={styles}>
      <chakra.section css={[styles.root, css ?? {}]} {...rest}>
        {children}
      </chakra.section>
    </StylesContext>
  );
}

type CardHeaderProps = Omit<HTMLChakraProps<"div">, "title"> & {
  title: ReactNode;
  /** Beside the title: "231, 14 excluded". */
  note?: ReactNode;
  badge?: ReactNode;
  /** Right-aligned. */
  actions?: ReactNode;
};

export const CardHeader = ({ title, note, badge, actions, ...rest }: CardHeaderProps) => (
  <chakra.div css={useStyles().header} {...rest}>
    <HStack gap="2" minW="0" flex="1" flexWrap="wrap">
      <CardTitle>{title}</CardTitle>
      {badge}
      {note && (
        <Box textStyle="body" color="fg.subtle">
          {note}
        </Box>
      )}
    </HStack>
    {actions && <HStack gap="2">{actions}</HStack>}
  </chakra.div>
);

export const CardTitle = ({ children }: { children: ReactNode }) => (
  <Heading as="h2" textStyle="cardTitle" overflowWrap="anywhere">
    {children}
  </Heading>
);

export const CardBody = (props: HTMLChakraProps<"div">) => <chakra.div css={useStyles().body} {...props} />;

/** Actions behind a line; give the destructive one `marginInlineStart="auto"`. */
export const CardFooter = (props: HTMLChakraProps<"div">) => (
  <chakra.div css={useStyles().footer} {...props} />
);

function useStyles(): CardStyles {
  const styles = use(StylesContext);
  if (!styles) throw new Error("Card parts must stand inside <Card>");
  return styles;
}

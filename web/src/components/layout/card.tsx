import { Box, chakra, Heading, HStack, useSlotRecipe, type HTMLChakraProps } from "@chakra-ui/react";
import { createContext, use, type ReactNode } from "react";

type CardStyles = Record<"root" | "header" | "body" | "footer", object>;
const StylesContext = createContext<CardStyles | null>(null);

/** A bordered surface. Put `CardHeader`, `CardBody` and `CardFooter` inside. */
export function Card({ children, css, ...rest }: HTMLChakraProps<"section">) {
  const styles: CardStyles = useSlotRecipe({ key: "card" })();
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
  /** Shown beside the title: "231, 14 excluded". */
  note?: ReactNode;
  badge?: ReactNode;
  /** Right-aligned. */
  actions?: ReactNode;
  /** Puts the actions on their own line on small screens. */
  hasWideActions?: boolean;
};

export const CardHeader = ({
  title,
  note,
  badge,
  actions,
  hasWideActions = false,
  ...rest
}: CardHeaderProps) => (
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
    {actions && (
      <HStack
        gap="2"
        flexWrap={hasWideActions ? "wrap" : undefined}
        width={hasWideActions ? { base: "100%", sm: "auto" } : undefined}
      >
        {actions}
      </HStack>
    )}
  </chakra.div>
);

/** `sm` is the h3 size, used for small cards beside the main column. */
export const CardTitle = ({ children, size = "md" }: { children: ReactNode; size?: "sm" | "md" }) => (
  <Heading as="h2" textStyle={size === "md" ? "cardTitle" : "cardSubtitle"} overflowWrap="anywhere">
    {children}
  </Heading>
);

/** Sides and divider of a row that spans the card. */
export const cardRow = { px: { base: "4", sm: "5" }, borderTopWidth: "1px" } as const;

/** A list of rows with lines between them inside a card's body, whose header has a line already. */
export const bodyRows = { "& > li:first-of-type": { borderTopWidth: "0", pt: "0" } } as const;

/** The same for rows that span the card. */
export const flushRows = { "& > li:first-of-type": { borderTopWidth: "0" } } as const;

export const CardBody = (props: HTMLChakraProps<"div">) => <chakra.div css={useStyles().body} {...props} />;

/** A card with a body alone. */
export const BodyCard = ({ children, ...rest }: HTMLChakraProps<"section">) => (
  <Card {...rest}>
    <CardBody>{children}</CardBody>
  </Card>
);

/** Actions below a divider. Give the destructive one `marginInlineStart="auto"`. */
export const CardFooter = (props: HTMLChakraProps<"div">) => (
  <chakra.div css={useStyles().footer} {...props} />
);

function useStyles(): CardStyles {
  const styles = use(StylesContext);
  if (!styles) throw new Error("Card parts must be inside <Card>");
  return styles;
}

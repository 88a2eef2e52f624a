import { Box, Flex, Icon, type FlexProps } from "@chakra-ui/react";
import { CircleAlert, CircleSlash2, Info, LoaderCircle, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { SmallText } from "@/components/ui/text";
import { Button } from "../ui/button";

const tones = {
  alert: { icon: CircleAlert, bg: "alert.subtle", border: "alert.border", fg: "alert.fg" },
  warning: { icon: TriangleAlert, bg: "warning.subtle", border: "warning.border", fg: "warning.fg" },
  partial: { icon: CircleSlash2, bg: "warning.subtle", border: "warning.border", fg: "warning.fg" },
  info: { icon: Info, bg: "info.subtle", border: "info.border", fg: "info.fg" },
  locked: { icon: Lock, bg: "bg.subtle", border: "border", fg: "fg.muted" },
  running: { icon: LoaderCircle, bg: "accent.subtle", border: "accent.border", fg: "accent.fg" },
} as const;
type NoticeTone = keyof typeof tones;

type NoticeProps = Omit<FlexProps, "title"> & { tone: NoticeTone; title: ReactNode; action?: ReactNode };

/** A box in the page's flow: icon, title, text, one action. Alerts are announced immediately. */
export function Notice({ tone, title, children, action, ...rest }: NoticeProps) {
  const { icon: ToneIcon, bg, border, fg } = tones[tone];
  return (
    <Flex
      role={tone === "alert" ? "alert" : "status"}
      gap="3"
      px="3.5"
      py="3"
      bg={bg}
      borderWidth="1px"
      borderColor={border}
      borderRadius="control"
      wrap={{ base: "wrap", sm: "nowrap" }}
      align="flex-start"
      {...rest}
    >
      <Icon
        as={ToneIcon}
        boxSize="16px"
        color={fg}
        mt="2px"
        animation={tone === "running" ? "spin 1s linear infinite" : undefined}
      />
      <MessageText title={title}>{children}</MessageText>
      {action && (
        <Box
          flexShrink={0}
          width={{ base: "100%", sm: "auto" }}
          css={{ "& > button": { width: { base: "100%", sm: "auto" } } }}
        >
          {action}
        </Box>
      )}
    </Flex>
  );
}

/** The retry button of an inline error. */
export const RetryButton = ({ onRetry, label = "Try again" }: { onRetry: () => void; label?: string }) => (
  <Button size="xs" onClick={onRetry}>
    {label}
  </Button>
);

/** A title above a text, as used in notices and toasts. */
export const MessageText = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <Box flex="1" minW="0">
    <Box textStyle="smallStrong" fontWeight="600" lineHeight="20px">
      {title}
    </Box>
    {children && (
      <SmallText lineHeight="20px" overflowWrap="anywhere">
        {children}
      </SmallText>
    )}
  </Box>
);

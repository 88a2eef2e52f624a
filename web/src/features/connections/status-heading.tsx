import { Box, Center, Heading, Icon } from "@chakra-ui/react";
import type { Connection } from "@contract/connections";
import { Check, Clock, LoaderCircle, X } from "lucide-react";
import { Notice } from "@/components/states/notice";
import { connectionLabel } from "@/lib/names";
import { capitalized } from "@/lib/format";

type StatusHeadingProps = { connection: Connection; isVerifying: boolean; tookSeconds: number | null };

/** Icon, title and one sentence; for a failed connection also the reason. */
export function StatusHeading({ connection, isVerifying, tookSeconds }: StatusHeadingProps) {
  const view = statusView(connection, isVerifying, tookSeconds);
  const error = !isVerifying && connection.status === "failed" ? connection.verificationError : null;
  const reason = error && splitSentence(error.message);
  return (
    <Box aria-live="polite">
      <Center
        boxSize="36px"
        borderRadius="full"
        borderWidth="1px"
        color={`${view.tone}.fg`}
        bg={`${view.tone}.subtle`}
        borderColor={`${view.tone}.border`}
        mb="4"
      >
        <Icon as={view.icon} boxSize="20px" animation={isVerifying ? "spin 1s linear infinite" : undefined} />
      </Center>
      <Heading as="h1" textStyle="pageTitle">
        {view.title}
      </Heading>
      <Box color="fg.muted" mt="0.5">
        {view.text}
      </Box>
      {reason && (
        <Notice mt="4" tone="alert" title={reason.head}>
          {reason.rest}
        </Notice>
      )}
    </Box>
  );
}

function statusView(connection: Connection, isVerifying: boolean, tookSeconds: number | null) {
  const name = connectionLabel(connection);
  if (isVerifying)
    return {
      title: "Verifying Connection...",
      text: `Testing the service account on ${name}. This takes a few seconds.`,
      icon: LoaderCircle,
      tone: "accent",
    };
  if (connection.status === "verified")
    return {
      title: "Connection Successful!",
      text: `Plumbline can read ${name}.${tookSeconds ? ` The check took ${tookSeconds} s.` : ""}`,
      icon: Check,
      tone: "success",
    };
  if (connection.status === "failed")
    return {
      title: "Connection Failed",
      text: `Plumbline couldn't read project ${connection.projectId}.`,
      icon: X,
      tone: "alert",
    };
  return {
    title: "Ready to Verify Connection",
    text: `${name} is saved but not verified yet.`,
    icon: Clock,
    tone: "info",
  };
}

/** Splits 'The credentials were rejected; confirm …' into what is wrong (title) and what to do (text). */
export function splitSentence(message: string): { head: string; rest: string } {
  const end = /[;.] /.exec(message);
  if (!end) return { head: message, rest: "" };
  const rest = message.slice(end.index + 2);
  return { head: message.slice(0, end.index), rest: capitalized(rest) };
}

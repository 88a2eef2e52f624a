import { chakra, Flex } from "@chakra-ui/react";
import { type KeyboardEvent, type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Kbd } from "@/components/ui/kbd";
import { Caption } from "@/components/ui/text";

type Draft = { text: string; id: string };
type CommentFormProps = { isPending: boolean; onComment: (text: string, id: string) => Promise<boolean> };

/** Adds a comment to the timeline. The text stays in the field until it is stored. */
export function CommentForm({ isPending, onComment }: CommentFormProps) {
  // The id makes a comment that is sent twice, by a double click or after a lost response, one comment.
  const [{ text, id }, setComment] = useState({ text: "", id: "" });
  const canSend = !isPending && text.trim() !== "";
  const send = () =>
    void onComment(text, id).then(
      (isStored) => isStored && setComment((now) => withoutSent(now, { text, id })),
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (canSend) send();
  };
  return (
    <chakra.form onSubmit={submit} mt="4">
      <TextAreaField
        label="Comment"
        rows={3}
        maxLength={2_000}
        value={text}
        placeholder="Add a comment"
        onKeyDown={sendByKey}
        onChange={(event) => setComment({ text: event.currentTarget.value, id: crypto.randomUUID() })}
      />
      <Flex mt="2" gap="3" align="center" justify="space-between">
        <Caption hideBelow="md">
          <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> to send
        </Caption>
        <Button type="submit" disabled={!canSend}>
          Comment
        </Button>
      </Flex>
    </chakra.form>
  );
}

/** What was typed while a comment was being sent. */
const withoutSent = (now: Draft, sent: Draft): Draft =>
  now.id === sent.id
    ? { text: "", id: "" }
    : now.text.startsWith(sent.text)
      ? { ...now, text: now.text.slice(sent.text.length).trimStart() }
      : now;

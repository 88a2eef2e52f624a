import { Box, chakra } from "@chakra-ui/react";
import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";

type CommentFormProps = { isPending: boolean; onComment: (text: string) => Promise<boolean> };

/** Adds a comment to the timeline; what was typed stays until it is stored. */
export function CommentForm({ isPending, onComment }: CommentFormProps) {
  const [text, setText] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void onComment(text).then((isStored) => isStored && setText(""));
  };
  return (
    <chakra.form onSubmit={submit} mt="4">
      <TextAreaField
        label="Comment"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Box mt="2">
        <Button type="submit" disabled={isPending || text.trim() === ""}>
          Comment
        </Button>
      </Box>
    </chakra.form>
  );
}

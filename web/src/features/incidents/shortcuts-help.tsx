import { chakra } from "@chakra-ui/react";
import { Button } from "@/components/ui/button";
import { AppDialog } from "@/components/ui/app-dialog";

type ShortcutsHelpProps = {
  shortcuts: readonly (readonly [key: string, does: string])[];
  isOpen: boolean;
  onClose: () => void;
};

/** Which key does what on this page. */
export const ShortcutsHelp = ({ shortcuts, isOpen, onClose }: ShortcutsHelpProps) => (
  <AppDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Keyboard shortcuts"
    size="sm"
    footer={<Button onClick={onClose}>Close</Button>}
  >
    <chakra.dl display="grid" gridTemplateColumns="88px minmax(0, 1fr)" rowGap="2">
      {shortcuts.map(([key, does]) => (
        <chakra.div key={key} display="contents">
          <chakra.dt>
            <Key>{key}</Key>
          </chakra.dt>
          <chakra.dd>{does}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  </AppDialog>
);

const Key = chakra("kbd", {
  base: {
    textStyle: "label",
    px: "1.5",
    borderWidth: "1px",
    borderColor: "border",
    borderRadius: "badge",
    color: "fg.muted",
  },
});

import { chakra } from "@chakra-ui/react";
import { Button } from "@/components/ui/button";
import { AppDialog } from "@/components/ui/app-dialog";
import { Kbd } from "@/components/ui/kbd";

type ShortcutsHelpProps = {
  shortcuts: readonly (readonly [key: string, does: string])[];
  isOpen: boolean;
  onClose: () => void;
};

/** Lists the page's keyboard shortcuts. */
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
            <Kbd>{key}</Kbd>
          </chakra.dt>
          <chakra.dd>{does}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  </AppDialog>
);

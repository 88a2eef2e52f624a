import { Box, Flex } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { Card, CardBody, CardTitle } from "@/components/layout/card";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { paths } from "@/config/paths";
import { callApi } from "@/lib/api-client";
import { toast, toastError } from "@/lib/toast";
import { forgetWorkspace } from "@/lib/workspace-choice";

export function LeaveCard() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const leave = async () => {
    setIsAsking(false);
    try {
      await callApi("leaveWorkspace");
      forgetWorkspace();
      queryClient.clear();
      toast({ title: "You left the workspace" });
      void navigate(paths.home);
    } catch (error) {
      toastError(error, "Unable to leave the workspace");
    }
  };
  return (
    <Card>
      <CardBody>
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box>
            <CardTitle size="sm">Leave workspace</CardTitle>
            <Box textStyle="small" color="fg.muted">
              You lose access at once. An admin can invite you again.
            </Box>
          </Box>
          <Button onClick={() => setIsAsking(true)}>Leave</Button>
        </Flex>
      </CardBody>
      <ConfirmDialog
        isOpen={isAsking}
        title="Leave this workspace?"
        text="You lose access at once. An admin can invite you again."
        confirmLabel="Leave"
        onClose={() => setIsAsking(false)}
        onConfirm={() => void leave()}
      />
    </Card>
  );
}

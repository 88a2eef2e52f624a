import { Flex, Grid, Stack, Box, chakra } from "@chakra-ui/react";
import {
  createConnectionSchema,
  regions,
  updateConnectionSchema,
  type Connection,
  type Region,
} from "@contract/connections";
import { useState, type FormEvent } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardFooter, CardHeader } from "@/components/layout/card";
import { Notice } from "@/components/states/notice";
import { SelectField, TextField } from "@/components/ui/field";
import { paths } from "@/config/paths";
import { useCreateConnection, useUpdateConnection } from "@/data/connections";
import { connectionLabel, regionLabels } from "@/lib/names";
import { toastOutcome } from "@/lib/toast";
import { messages } from "@/lib/messages";

type Fields = {
  projectId: string;
  projectName: string;
  serviceUsername: string;
  secretRef: string;
  region: Region;
};
type ConnectionFormProps = {
  /** The connection to edit; undefined when adding one. */
  connection: Connection | undefined;
  /** The other connections of the workspace. */
  others: readonly Connection[];
  /** Undefined while there is no connection, because there is nothing to go back to. */
  onCancel: (() => void) | undefined;
};

/** Adds or edits a connection, then opens its status page, which verifies it. */
export function ConnectionForm({ connection, others, onCancel }: ConnectionFormProps) {
  const navigate = useNavigate();
  const create = useCreateConnection();
  const update = useUpdateConnection();
  const [fields, setFields] = useState<Fields>(() => ({
    projectId: connection?.projectId ?? "",
    projectName: connection?.projectName ?? "",
    serviceUsername: connection?.serviceUsername ?? "",
    secretRef: "",
    region: connection?.region ?? "us",
  }));
  const [errors, setErrors] = useState<Partial<Record<keyof Fields, string>>>({});
  const twin = others.find(({ projectId }) => projectId === fields.projectId.trim());
  const isPending = create.isPending || update.isPending;
  const field = (name: Exclude<keyof Fields, "region">) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const schema = connection ? updateConnectionSchema : createConnectionSchema;
    const parsed = schema.safeParse({ ...fields, projectName: fields.projectName || undefined });
    if (!parsed.success) {
      const named = parsed.error.issues.map(({ path }) => path[0] as keyof Fields);
      setErrors(Object.fromEntries(named.map((name) => [name, fieldErrors[name]])));
      return;
    }
    setErrors({});
    const text = messages.connections;
    if (connection)
      toastOutcome(
        update.mutateAsync(
          { id: connection.id, body: parsed.data },
          { onSuccess: () => void navigate(paths.connectionStatus(connection.id, "edit")) },
        ),
        text.updated,
        text.updateFailed,
      );
    else
      toastOutcome(
        create.mutateAsync(createConnectionSchema.parse(parsed.data), {
          onSuccess: (created) =>
            void navigate(created ? paths.connectionStatus(created.id) : paths.connections),
        }),
        text.created,
        text.createFailed,
      );
  };

  return (
    <form onSubmit={submit} noValidate>
      <Card>
        <CardHeader title={connection ? "Edit Connection" : "Add Connection"} />
        <CardBody>
          <Stack gap="5">
            <ServiceAccountHelp />
            <Grid templateColumns={{ base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" }} gap="5">
              <TextField
                label="Project ID"
                inputMode="numeric"
                autoComplete="off"
                // Takes the focus only if the user opened the form.
                autoFocus={onCancel !== undefined}
                help="A number. You'll find it in Project Settings in Mixpanel."
                {...field("projectId")}
              />
              <TextField
                label="Project name"
                isOptional
                autoComplete="off"
                help="Display name in Plumbline."
                {...field("projectName")}
              />
              <TextField label="Service account username" autoComplete="off" {...field("serviceUsername")} />
              <TextField
                label="Service account secret"
                type="password"
                autoComplete="new-password"
                isOptional={Boolean(connection)}
                help={
                  connection
                    ? "Leave empty to keep the current secret."
                    : "Stored encrypted and never shown again."
                }
                {...field("secretRef")}
              />
              <SelectField
                label="Data region"
                isOptional
                value={fields.region}
                options={regions.map((region) => ({ value: region, label: regionLabels[region] }))}
                onChange={(value) => {
                  const region = regions.find((known) => known === value);
                  if (region) setFields((before) => ({ ...before, region }));
                }}
              />
            </Grid>
            {twin && (
              <Notice
                tone="warning"
                title={`“${connectionLabel(twin)}” is already connected to this project`}
              >
                {messages.connections.connectedTwice}
              </Notice>
            )}
          </Stack>
        </CardBody>
        <CardFooter>
          <Flex gap="2" marginInlineStart="auto">
            {onCancel && <Button onClick={onCancel}>Cancel</Button>}
            <Button
              type="submit"
              variant="solid"
              disabled={isPending || !isComplete(fields, Boolean(connection))}
            >
              {isPending ? "Saving..." : connection ? "Save and Verify" : "Add and Verify"}
            </Button>
          </Flex>
        </CardFooter>
      </Card>
    </form>
  );
}

/** One error message per field, whatever is wrong with it. */
const fieldErrors: Record<keyof Fields, string> = {
  projectId: "The project ID is a number without leading zeros.",
  projectName: "Use at most 200 characters.",
  serviceUsername: "Use at most 200 characters.",
  secretRef: "Use at most 500 characters.",
  region: "Choose a region.",
};

/** Project, username and secret are required; on edit an empty secret keeps the stored one. */
const isComplete = ({ projectId, serviceUsername, secretRef }: Fields, isEditing: boolean): boolean =>
  projectId.trim() !== "" && serviceUsername.trim() !== "" && (isEditing || secretRef !== "");

const steps = [
  "In Mixpanel, open Organization Settings, then Service Accounts.",
  "Choose Add Service Account and give it a name, for example plumbline.",
  "Give it the Admin role in the project, and set it to never expire.",
  "Why Admin? Mixpanel lets only this role read raw events, user profiles and Lexicon through a service account. Plumbline writes nothing to your project unless you turn on annotations later.",
  "Copy the username and the secret. Mixpanel shows the secret only once.",
  "You'll find the project ID in Project Settings, under Overview.",
];

/** Collapsible help on creating a service account. */
const ServiceAccountHelp = () => (
  <chakra.details borderWidth="1px" borderRadius="control" bg="bg.subtle">
    <chakra.summary
      px="3.5"
      minH="40px"
      display="list-item"
      listStylePosition="inside"
      cursor="pointer"
      textStyle="small"
      fontWeight="570"
      lineHeight="40px"
      borderRadius="control"
    >
      How do I get service account details?
    </chakra.summary>
    <Box px="3.5" pb="3">
      <chakra.ol listStyleType="decimal" ps="5" textStyle="small" color="fg.muted">
        {steps.map((step) => (
          <chakra.li key={step} py="0.5">
            {step}
          </chakra.li>
        ))}
      </chakra.ol>
    </Box>
  </chakra.details>
);

import type { IncidentAction } from "../../functions/src/contract/incidents.js";
import { replayDays } from "../../functions/src/contract/replay.js";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { analyse } from "./analyse/analyse-export.js";
import { ApiFailure, Client } from "./client.js";
import { applyConfig, defaultFile, exportConfig, printSchema, showPlan } from "./commands/as-code.js";
import { download } from "./commands/download.js";
import { listFindings } from "./commands/findings.js";
import { changeIncidents, listIncidents, muteUntil, showIncident } from "./commands/incidents.js";
import { serveMcp } from "./commands/mcp.js";
import { decideNames, listNames } from "./commands/names.js";
import { deleteRelease, listReleases, recordRelease } from "./commands/releases.js";
import { replaySetup } from "./commands/replay.js";
import { showReport } from "./commands/report.js";
import { runSetup } from "./commands/run.js";
import { listRuns, listSetups, showWorkspace } from "./commands/lists.js";
import { readCredentials, type ConnectionOptions } from "./credentials.js";
import { json, printableLines, type Io } from "./io.js";
import type { ExitCode, Session } from "./session.js";
import { UsageError } from "./usage-error.js";
import { version } from "./version.js";

type CloseReason = Extract<IncidentAction, { kind: "close" }>["reason"];

const exitCodes = "Exit codes: 0 success and nothing found, 1 findings or changes, 2 failed.";

/** Runs the command line and returns its exit code. Errors that a person can fix are printed, not thrown. */
export async function runProgram(args: readonly string[], given: Io): Promise<ExitCode> {
  // Files are printed as they are, except on a terminal, which they could control.
  const io = given.isOutTerminal
    ? { ...given, out: (text: string) => given.out(printableLines(text)) }
    : given;
  // `analyse` parses its own options and needs no account.
  if (args[0] === "analyse") return analyse(args.slice(1), io);
  const outcome: { code: ExitCode } = { code: 0 };
  const program = build(io, outcome);
  try {
    await program.parseAsync(args, { from: "user" });
    return outcome.code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError || error instanceof ApiFailure)) throw error;
    const code = error instanceof ApiFailure ? error.code : "usage";
    const isJson = program.opts<{ json?: boolean }>().json === true;
    io.note(
      isJson
        ? json({ error: { code, message: error.message } })
        : `plumbline: ${printableLines(error.message)}\n`,
    );
    return 2;
  }
}

function build(io: Io, outcome: { code: ExitCode }): Command {
  const program = new Command("plumbline")
    .description("Runs Plumbline's data quality checks, and reads what they found.")
    .version(version)
    .option("--json", "print JSON")
    .option("--url <address>", "address of Plumbline; default: PLUMBLINE_URL")
    .option("--token-stdin", "read the API token from standard input")
    .addHelpText(
      "after",
      `
The API token comes from PLUMBLINE_TOKEN, from standard input with --token-stdin, or from
~/.config/plumbline/config.json, as in {"url": "https://…", "token": "plb_…"}. Create one in Plumbline
under Settings, API tokens.

${exitCodes}

Examples:
  $ export PLUMBLINE_URL=https://plumbline.example.com PLUMBLINE_TOKEN=plb_…
  $ plumbline setups
  $ plumbline run --setup "Daily checks" --wait
  $ plumbline findings latest --severity alert
  $ plumbline replay --setup "Daily checks" --compare-threshold 40
  $ plumbline export > plumbline.yml
  $ plumbline plan
  $ plumbline releases add 4.2.0 --platform Android
  $ plumbline analyse export.ndjson.gz
`,
    )
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.out(text), writeErr: (text) => io.note(text) });

  /** Wraps the action of a command that calls the API. */
  const withApi =
    <A extends unknown[]>(action: (session: Session, ...args: A) => Promise<ExitCode>) =>
    async (...args: A): Promise<void> => {
      const options = program.opts<ConnectionOptions & { json?: boolean }>();
      const client = new Client(await readCredentials(io, options));
      outcome.code = await action({ io, client, isJson: options.json === true }, ...args);
    };
  const commandIn = (group: Command, name: string, description: string, ...examples: string[]) =>
    group
      // A command group without a subcommand runs its `list`.
      .command(name, { isDefault: name === "list" })
      .description(description)
      .addHelpText(
        "after",
        `\n${examples.length > 1 ? "Examples" : "Example"}:\n${examples.map((line) => `  $ plumbline ${line}\n`).join("")}\n${exitCodes}\n`,
      );
  const command = (name: string, description: string, ...examples: string[]) =>
    commandIn(program, name, description, ...examples);

  command("whoami", "Show the workspace and the scope of the token.", "whoami").action(
    withApi(showWorkspace),
  );
  command("setups", "List setups.", "setups", "--json setups").action(withApi(listSetups));
  command("runs", "List runs, newest first.", "runs", 'runs --setup "Daily checks" --limit 5')
    .option("--setup <name or id>", "only of this setup")
    .option("--limit <number>", "at most this many", wholeNumber, 20)
    .action(withApi(listRuns));
  command(
    "run",
    "Start a run, and wait for its report.",
    'run --setup "Daily checks"',
    "run --setup p4xJ0cQm2Zr8s --wait",
  )
    .requiredOption("--setup <name or id>", "the setup to run")
    .option("--wait", "wait until the run has ended, and show its report")
    .option("--timeout <minutes>", "with --wait: stop waiting after this time", wholeNumber, 60)
    .action(withApi(runSetup));
  command(
    "replay",
    "Show what a setup would have found on past days, from data that is stored. Free.",
    'replay --setup "Daily checks"',
    "replay --setup p4xJ0cQm2Zr8s --compare-threshold 40",
  )
    .requiredOption("--setup <name or id>", "the setup to replay, with the settings it has now")
    .option("--days <number>", "the last days with data", upTo(replayDays), replayDays)
    .option("--compare-threshold <percent>", "also show what this threshold would change", upTo(100))
    .option("--timeout <minutes>", "stop waiting after this time", wholeNumber, 60)
    .action(withApi(replaySetup));
  command("report", "Show the report of a run.", "report latest", "--json report p7aW2kTq9LmX4")
    .argument("<run>", "id of the run, or latest")
    .option("--setup <name or id>", "with latest: the latest run of this setup")
    .action(withApi(showReport));
  command(
    "findings",
    "List the findings of a run.",
    "findings latest",
    'findings latest --setup "Daily checks" --severity alert',
  )
    .argument("<run>", "id of the run, or latest")
    .option("--setup <name or id>", "with latest: the latest run of this setup")
    .addOption(new Option("--severity <severity>", "only these").choices(["alert", "warning"]))
    .action(withApi(listFindings));
  command(
    "download",
    "Download the CSV files of a run.",
    "download latest",
    "download latest --check event_stopped --output -",
  )
    .argument("<run>", "id of the run, or latest")
    .option("--setup <name or id>", "with latest: the latest run of this setup")
    .option("--check <key>", "only this check")
    .option("--output <folder>", "where to put the files; - prints one file", ".")
    .option("--force", "replace files that exist")
    .action(withApi(download));

  command(
    "export",
    "Print the workspace's setups, exclusions, channels and routes as plumbline.yml.",
    "export > plumbline.yml",
  ).action(withApi(exportConfig));
  const fileCommand = (name: string, description: string, ...examples: string[]) =>
    command(name, description, ...examples)
      .argument("[file]", "the configuration file; - reads standard input", defaultFile)
      .option("--prune", "delete what was applied from the file and is no longer in it")
      .option("--send-secrets", "also send the secrets of channels that have not changed in the file");
  fileCommand(
    "plan",
    "Show what apply would change. Exits with 1 if there are changes.",
    "plan",
    "plan --prune",
  ).action(withApi(showPlan));
  fileCommand("apply", "Make the workspace match the configuration file.", "apply", "apply --prune")
    .option("--overwrite", "also replace what was edited in the app")
    .action(withApi(applyConfig));
  const releases = command(
    "releases",
    "List, record and delete releases of your product.",
    "releases",
    "releases add 4.2.0 --platform Android",
  );
  commandIn(releases, "list", "List releases, most recently recorded first.", "releases list --limit 5")
    .option("--limit <number>", "at most this many", wholeNumber, 20)
    .action(withApi(listReleases));
  commandIn(
    releases,
    "add",
    "Record a release. Recording the same one again changes nothing.",
    "releases add 4.2.0 --platform Android",
    "--json releases add 4.2.0 --at 2026-11-18T09:00:00Z",
  )
    .argument("<version>", "version or name of the release")
    .option("--platform <name>", "platform that it is for")
    .option("--at <time>", "when it went live; default: now")
    .option("--link <address>", "where to read about it")
    .option("--connection <id>", "the connection that it concerns; default: all")
    .action(withApi(recordRelease));
  commandIn(releases, "delete", "Delete a release.", "releases delete kX3vYb0aQd")
    .argument("<id>", "id of the release")
    .action(withApi(deleteRelease));

  const names = command(
    "names",
    "List what is new in your tracking, and decide about it.",
    "names",
    'names approve --pattern "Quiz *"',
  );
  const ofConnection = ["--connection <id>", "the connection; default: the newest"] as const;
  commandIn(
    names,
    "list",
    "List new, renamed and otherwise changed names, newest first. Exits with 1 if any awaits a decision.",
    "names list --state ignored --limit 5",
  )
    .addOption(
      new Option("--state <state>", "what was decided")
        .choices(["new", "approved", "ignored", "excluded"])
        .default("new"),
    )
    .option(...ofConnection)
    .option("--limit <number>", "at most this many", wholeNumber, 20)
    .action(withApi(listNames));
  for (const [verb, state, description] of nameVerbs) {
    const decide = commandIn(names, verb, description, `names ${verb} kX3vYb0aQd`);
    if (state !== "excluded")
      decide.option(
        "--pattern <pattern>",
        "also all names that match, now and later; * stands for any characters",
      );
    decide
      .argument("[id...]", "ids of names")
      .option(...ofConnection)
      .action(
        withApi((session, ids: string[], options: { pattern?: string; connection?: string }) =>
          decideNames(session, state, ids, options),
        ),
      );
  }

  const incidents = command(
    "incidents",
    "List, read and change incidents.",
    "incidents",
    "incidents show p4xJ0cQm2Zr8s",
    "incidents mute p4xJ0cQm2Zr8s --until next_version",
  );
  commandIn(
    incidents,
    "list",
    "List incidents, newest first. Exits with 1 if any is not closed.",
    "incidents list --closed --limit 5",
  )
    .option("--closed", "closed incidents instead of all others")
    .option("--limit <number>", "at most this many", wholeNumber, 20)
    .action(withApi(listIncidents));
  commandIn(incidents, "show", "Show an incident and its timeline.", "incidents show p4xJ0cQm2Zr8s")
    .argument("<id>", "id of the incident")
    .action(withApi(showIncident));
  const ids = ["<id...>", "ids of incidents"] as const;
  commandIn(incidents, "ack", "Acknowledge incidents.", "incidents ack p4xJ0cQm2Zr8s k2mQ8vTz1")
    .argument(...ids)
    .action(withApi((session, ids: string[]) => changeIncidents(session, ids, { kind: "acknowledge" })));
  commandIn(
    incidents,
    "mute",
    "Mute incidents.",
    "incidents mute p4xJ0cQm2Zr8s --until recovered",
    "incidents mute p4xJ0cQm2Zr8s --until next_version",
    "incidents mute p4xJ0cQm2Zr8s --until 2026-12-01",
  )
    .argument(...ids)
    .requiredOption("--until <when>", "recovered, worse, next_version, unmuted, or a time such as 2026-12-01")
    .action(
      withApi((session, ids: string[], { until }: { until: string }) =>
        changeIncidents(session, ids, muteUntil(until)),
      ),
    );
  commandIn(incidents, "close", "Close incidents.", "incidents close p4xJ0cQm2Zr8s --as expected")
    .argument(...ids)
    .addOption(
      new Option("--as <reason>", "why").choices(["fixed", "expected", "false_alarm"]).default("fixed"),
    )
    .action(
      withApi((session, ids: string[], { as: reason }: { as: CloseReason }) =>
        changeIncidents(session, ids, { kind: "close", reason }),
      ),
    );

  command("mcp", "Serve an assistant on standard input and output (Model Context Protocol).", "mcp").action(
    withApi(serveMcp),
  );

  command(
    "schema",
    "Print the JSON Schema of plumbline.yml, for editors.",
    "schema > plumbline.schema.json",
  ).action(() => {
    outcome.code = printSchema(io);
  });

  command(
    "analyse",
    "Check a raw export on disk, without an account. Nothing is sent anywhere.",
    "analyse export.ndjson.gz",
  );
  return program;
}

const nameVerbs = [
  ["approve", "approved", "Approve names: they are part of your tracking plan."],
  ["ignore", "ignored", "Ignore names, which stay in the checks."],
  ["exclude", "excluded", "Leave names out of all checks."],
  ["undo", "new", "Take decisions back."],
] as const;

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("It must be a whole number of 1 or more.");
  return Number(text);
}

const upTo = (most: number) => (text: string) => {
  const number = wholeNumber(text);
  if (number > most) throw new InvalidArgumentError(`It must be at most ${most}.`);
  return number;
};

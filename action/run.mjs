import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import path from "node:path";

/*
 * A workflow step that records a release, runs a setup, or both, depending on its inputs. GitHub passes them as
 * INPUT_…
 */

const input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
const env = { ...process.env, PLUMBLINE_URL: input("url"), PLUMBLINE_TOKEN: input("token") };
const [command, ...start] = input("program") ? input("program").split(/\s+/) : ["node", builtProgram()];

/**
 * Builds the command line from the sources next to this action, so that it has the action's own version and can't be
 * a package of the same name from npm. The build commands don't see the token.
 */
function builtProgram() {
  const repository = path.join(import.meta.dirname, "..");
  const program = path.join(repository, "cli/dist/plumbline.js");
  if (!existsSync(program)) {
    const options = { cwd: repository, stdio: "inherit", env: withoutInputs() };
    execFileSync("npm", ["ci", "--workspace", "cli", "--no-audit", "--no-fund"], options);
    execFileSync("node", ["cli/build.mjs"], options);
  }
  return program;
}

function withoutInputs() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("INPUT_")));
}

/** Runs the command line. The token is passed in the environment, never as an argument. */
const plumbline = (...args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...start, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    // The runner reads both of this process's outputs for commands, each at its own pace, so all text goes to one.
    child.stderr.setEncoding("utf8").on("data", (text) => process.stdout.write(text));
    child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    child.once("error", reject).once("close", (code) => resolve({ code, out }));
  });

/**
 * Names come from customers' data and from anybody who can send events to the project. The runner takes lines such as
 * `::add-mask::…` or `##[…]` for commands, so it is told to take none but ours.
 */
const marker = randomUUID();
const pauseCommands = () => console.log(`::stop-commands::${marker}`);
/** The marker is recognized only at the start of a line. */
const resumeCommands = () => console.log(`\n::${marker}::`);
const annotate = (kind, message) => {
  resumeCommands();
  console.log(`::${kind} title=Plumbline::${message}`);
  pauseCommands();
};

const fail = (message) => {
  annotate("error", message);
  process.exitCode = 1;
};

/** @returns whether the release was recorded */
async function recordRelease() {
  const options = ["platform", "link"].flatMap((name) => (input(name) ? [`--${name}`, input(name)] : []));
  // The version comes last, after --, because tags may begin with a dash.
  const { code, out } = await plumbline("releases", "add", ...options, "--", input("release"));
  process.stdout.write(out);
  return code === 0;
}

async function runSetup() {
  const ran = await plumbline("--json", "run", "--setup", input("setup"), "--wait");
  if (ran.code === 2) return fail("The run failed. The log above says why.");
  const { id, setup } = JSON.parse(ran.out);
  const listed = await plumbline("--json", "findings", id);
  if (listed.code === 2) return fail("Couldn't read the findings. The log above says why.");
  const findings = JSON.parse(listed.out);
  const { out: lines } = await plumbline("findings", id);
  const count = `${findings.length} ${findings.length === 1 ? "finding" : "findings"}`;
  console.log(`${setup.name}: ${count}\n${lines}`);
  if (process.env.GITHUB_OUTPUT) await appendFile(process.env.GITHUB_OUTPUT, `findings=${findings.length}\n`);
  const text = asMarkdown(`${count} in Plumbline's run ${id}`, lines);
  if (process.env.GITHUB_STEP_SUMMARY) await appendFile(process.env.GITHUB_STEP_SUMMARY, text);
  if (input("comment") === "true" && findings.length > 0) await comment(text);
  const failing = { alert: ["alert"], warning: ["alert", "warning"], never: [] }[input("fail")];
  if (!failing) return fail("The input fail must be alert, warning or never.");
  if (findings.some(({ severity }) => failing.includes(severity)))
    fail(`${count}; see the summary of this job.`);
  if (input("names") === "true") await checkNames(setup.connection.id);
}

/** Fails if the connection has names that nobody has decided about. */
async function checkNames(connectionId) {
  const { code, out } = await plumbline("names", "--connection", connectionId, "--limit", "100");
  if (code === 0) return;
  if (code === 2) return fail("Couldn't read the names. The log above says why.");
  console.log(`Names that await a decision:\n${out}`);
  if (process.env.GITHUB_STEP_SUMMARY)
    await appendFile(process.env.GITHUB_STEP_SUMMARY, asMarkdown("Names that await a decision", out));
  fail("Names in the tracking await a decision; see the summary of this job.");
}

/** Names come from customers' data. Indented as code, they can't mention people or become links. */
const asMarkdown = (title, lines) =>
  `### ${title}\n\n${lines
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")}\n`;

async function comment(body) {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_SHA } = process.env;
  const answer = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/commits/${GITHUB_SHA}/comments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${input("github-token")}`,
      Accept: "application/vnd.github+json",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ body: body.slice(0, 60_000) }),
  });
  if (!answer.ok) annotate("warning", `GitHub refused the comment (${answer.status}).`);
}

pauseCommands();
process.once("exit", resumeCommands);
if (!input("release") && !input("setup")) fail("Nothing to do: set release, setup or both.");
else if (input("release") && !(await recordRelease()))
  fail("The release was not recorded. The log above says why.");
else if (input("setup")) await runSetup();

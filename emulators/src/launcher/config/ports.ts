import { createServer } from "node:net";

/** Every port of the local stack, with the variable that overrides it. All are on 127.0.0.1. */
export const portTable = {
  hosting: { port: 5000, variable: "PLUMBLINE_HOSTING_PORT", what: "the web app" },
  functions: { port: 5001, variable: "PLUMBLINE_FUNCTIONS_PORT", what: "the functions emulator" },
  auth: { port: 9099, variable: "PLUMBLINE_AUTH_PORT", what: "the Auth emulator" },
  firestore: { port: 8080, variable: "PLUMBLINE_FIRESTORE_PORT", what: "Firestore" },
  storage: { port: 9199, variable: "PLUMBLINE_STORAGE_PORT", what: "Cloud Storage" },
  tasks: { port: 9488, variable: "PLUMBLINE_TASKS_PORT", what: "Cloud Tasks" },
  schedule: { port: 9489, variable: "PLUMBLINE_SCHEDULE_PORT", what: "the scheduler" },
  mixpanel: { port: 9700, variable: "PLUMBLINE_MIXPANEL_PORT", what: "Mixpanel" },
  stripe: { port: 9800, variable: "PLUMBLINE_STRIPE_PORT", what: "Stripe" },
  channels: {
    port: 9900,
    variable: "PLUMBLINE_CHANNELS_PORT",
    what: "Slack, Teams, webhooks, PagerDuty, Jira, GitHub and Linear",
  },
  smtp: { port: 1025, variable: "PLUMBLINE_SMTP_PORT", what: "incoming mail" },
  mail: { port: 8025, variable: "PLUMBLINE_MAIL_PORT", what: "the mail page" },
  vite: { port: 5173, variable: "PLUMBLINE_VITE_PORT", what: "Vite's dev server (npm run dev)" },
} as const;

/** Ports of other protocols. @see https://fetch.spec.whatwg.org/#port-blocking */
export const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

export type PortName = keyof typeof portTable;
export type Ports = Readonly<Record<PortName, number>>;

const portNames = Object.keys(portTable) as PortName[];

/**
 * The default ports, or those set by variables.
 * @throws RangeError that names a variable with an invalid port
 */
export function portsFromEnvironment(environment: NodeJS.ProcessEnv): Ports {
  return mapPorts((name) => {
    const { port, variable } = portTable[name];
    const moved = environment[variable];
    if (moved === undefined || moved === "") return port;
    const value = Number(moved);
    if (!Number.isInteger(value) || value < 1 || value > 65535) {
      throw new RangeError(`${variable} is "${moved}", not a port between 1 and 65535.`);
    }
    if (name !== "smtp" && blockedPorts.has(value)) {
      throw new RangeError(`${variable} is ${value}, which browsers and fetch refuse. Choose another port.`);
    }
    return value;
  });
}

/** Returns ports that are currently free, so that several stacks can run on one machine. */
export async function freePorts(): Promise<Ports> {
  const found = await reserve(portNames.length);
  return mapPorts((name) => found[portNames.indexOf(name)]!);
}

/**
 * Finds `count` different free ports. They are below the range that the system uses for outgoing connections,
 * which could otherwise take one of them before it is used.
 */
export async function reserve(count: number, except: readonly number[] = []): Promise<number[]> {
  const held: { port: number; close: () => Promise<void> }[] = [];
  for (let tries = 0; held.length < count; tries++) {
    if (tries > 50 * count) throw new Error(`Found only ${held.length} of ${count} free ports.`);
    const port = lowestFree + Math.floor(Math.random() * freeSpan);
    if (except.includes(port)) continue;
    const server = await listen(port).catch(() => null);
    if (server) held.push({ port, close: () => new Promise((done) => server.close(() => done())) });
  }
  await Promise.all(held.map(({ close }) => close()));
  return held.map(({ port }) => port);
}

/** Linux uses ports from 32768 for outgoing connections; macOS and Windows use ports from 49152. */
const lowestFree = 20_000;
const freeSpan = 12_000;

/** Returns one message for each wanted port that is in use. */
export async function occupiedPorts(ports: Ports, wanted: readonly PortName[]): Promise<string[]> {
  const checks = wanted.map(async (name) => {
    const { what, variable } = portTable[name];
    try {
      const server = await listen(ports[name]);
      await new Promise((done) => server.close(done));
      return [];
    } catch {
      return [
        `Port ${ports[name]} for ${what} is in use. Stop what uses it, or set ${variable} to another port.`,
      ];
    }
  });
  return (await Promise.all(checks)).flat();
}

function listen(port: number) {
  const server = createServer();
  return new Promise<typeof server>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

const mapPorts = (port: (name: PortName) => number): Ports =>
  Object.fromEntries(portNames.map((name) => [name, port(name)])) as Ports;

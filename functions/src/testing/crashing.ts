import type { Dependencies } from "../composition/dependencies.js";

/** The dependencies through which a worker makes outside calls. */
const outside = [
  "runs",
  "objects",
  "incidents",
  "queue",
  "mixpanel",
  "connections",
  "schema",
  "users",
  "mailer",
  "deletions",
  "identityProvider",
  "payments",
] as const satisfies readonly (keyof Dependencies)[];

/**
 * Dependencies of a worker that dies at its `call`-th outside call (from 1): that call and all later ones fail, even
 * those that would record the failure. If `before` is false, the `call`-th one still takes effect.
 */
export function crashingAt(
  deps: Dependencies,
  call: number,
  before: boolean,
): { deps: Dependencies; calls(): number; kinds(): readonly string[] } {
  const kinds: string[] = [];
  const wrapped = aroundCalls(deps, (name, run, kind) => {
    const calls = kinds.push(kind);
    if (calls < call) return run();
    // A stream that is never read has no effect.
    if (calls > call || before || isStream(name)) return rejected(name);
    // The call takes effect, but the worker never learns about it.
    return Promise.resolve(run()).then(() => rejected(name));
  });
  return { deps: wrapped, calls: () => kinds.length, kinds: () => kinds };
}

/**
 * Returns the numbers (from 1) of the calls worth interrupting. If a call or a pair of calls is repeated for day after
 * day, only the first two repetitions and the last one are included.
 */
export function tellingCalls(kinds: readonly string[]): number[] {
  const isInsideSeries = (at: number) =>
    [1, 2].some((period) => {
      const [from, to] = [at - 2 * period, at + period];
      if (from < 0 || to >= kinds.length) return false;
      return kinds.slice(from, to - period + 1).every((kind, index) => kind === kinds[from + index + period]);
    });
  return kinds.flatMap((_, at) => (isInsideSeries(at) ? [] : [at + 1]));
}

/** Dependencies of a worker for which something else happens right before its `call`-th outside call (from 1). */
export function interruptedAt(
  deps: Dependencies,
  call: number,
  interruption: () => Promise<unknown>,
): Dependencies {
  let calls = 0;
  return aroundCalls(deps, (name, run) => {
    // A stream is iterated, not awaited, so it can't be delayed here.
    if (isStream(name) || ++calls !== call) return run();
    return interruption().then(run);
  });
}

/** Wraps every outside call of the dependencies in `around`, which may make the call with `run`. */
function aroundCalls(
  deps: Dependencies,
  around: (name: string | symbol, run: () => unknown, kind: string) => unknown,
): Dependencies {
  const wrap = <T extends object>(dependency: string, target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name, object);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) =>
          around(
            name,
            () => (value as (...args: unknown[]) => unknown).apply(object, args),
            kindOf(dependency, name, args),
          );
      },
    });
  const wrapped = outside.map((name) => [name, deps[name] && wrap(name, deps[name])]);
  return { ...deps, ...Object.fromEntries(wrapped) };
}

/** Describes a call regardless of its day, for example "objects.read w1/days/(day).pld". */
const kindOf = (dependency: string, name: string | symbol, [first]: readonly unknown[]): string =>
  `${dependency}.${String(name)} ${typeof first === "string" ? first.replace(/\d{4}-\d\d-\d\d/, "(day)") : ""}`;

const isStream = (name: string | symbol): boolean => name === "profiles";

class Crash extends Error {}

/** Also works for calls that are iterated instead of awaited. */
function rejected(name: string | symbol) {
  const crash = new Crash(`crashed in ${String(name)}`);
  const promise = Promise.reject(crash);
  promise.catch(() => undefined);
  return Object.assign(promise, {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(crash) }),
  });
}

/** A repository for a worker that dies: call number `call`, counted from 1, and all later ones fail. */
export function killedAt<Repository extends object>(repository: Repository, call: number): Repository {
  let calls = 0;
  return new Proxy(repository, {
    get:
      (target, name) =>
      (...args: never[]) => {
        if (++calls >= call) throw new Error("killed");
        return (target[name as keyof Repository] as (...all: never[]) => unknown)(...args);
      },
  });
}

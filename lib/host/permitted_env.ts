/** Reads a variable of the process's environment, where Deno permits it without asking. */
export function permittedEnv(name: string): string | undefined {
  return isPermitted(name) ? Deno.env.get(name) : undefined;
}

/** Reads several variables of the environment; with the permission for all of them, it is asked for once. */
export function permittedEnvs(): typeof permittedEnv {
  const { state, partial } = Deno.permissions.querySync({ name: "env" });
  return state === "granted" && !partial
    ? (name) => Deno.env.get(name)
    : permittedEnv;
}

/** Whether Deno permits to read a variable of the process's environment without asking. */
export function isPermitted(variable: string): boolean {
  return Deno.permissions.querySync({ name: "env", variable }).state ===
    "granted";
}

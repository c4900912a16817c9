/** A variable of the process's environment, where Deno permits it without asking. */
export function permittedEnv(name: string): string | undefined {
  const descriptor = { name: "env", variable: name } as const;
  return Deno.permissions.querySync(descriptor).state === "granted"
    ? Deno.env.get(name)
    : undefined;
}

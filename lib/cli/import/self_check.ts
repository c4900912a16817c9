import { rootName } from "../../template/root_name.ts";
import { find } from "../check/find.ts";

/** What `brace check` says of a collection that was just written. */
export interface SelfCheck {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** Errors that a run stops at even where all variables have values. */
  readonly blocking: number;
  /** Variables that nothing gives a value to, with the environment of the run. */
  readonly undefined: readonly string[];
}

/** Checks a folder with each of its environments, for a run with one of them. */
export async function selfCheck(
  folder: string,
  environment: string | undefined,
): Promise<SelfCheck> {
  const { findings: { found } } = await find({
    paths: [folder],
    environments: [],
    vars: [],
    envVars: [],
  });
  const count = (severity: string) =>
    found.filter((one) => one.severity === severity).length;
  const names = new Set<string>();
  let blocking = 0;
  for (const { code, severity, expression, environments } of found) {
    if (severity !== "error") continue;
    const name = code === "UNDEFINED_VARIABLE" && expression !== undefined
      ? rootName(expression)
      : undefined;
    if (name === undefined) blocking++;
    else if (
      environments === undefined || environment !== undefined &&
        environments.includes(environment)
    ) names.add(name);
  }
  return {
    errors: count("error"),
    warnings: count("warning"),
    hints: count("hint"),
    blocking,
    undefined: [...names],
  };
}

import { rootName } from "../../core/template/template_of.ts";
import { findProblems } from "../../host/check/find_problems.ts";

/** What `brace check` says of a collection that was just written. */
export interface SelfCheck {
  readonly errors: number;
  readonly warnings: number;
  readonly hints: number;
  /** What a run stops at even where all variables have values: the messages. */
  readonly blocking: readonly string[];
  /** The environment that gives values to most; absent: there is none. */
  readonly environment?: string;
  /** Variables that have no value with it. */
  readonly undefined: readonly string[];
}

/** Checks a folder with each of its environments, and finds the best for a run. */
export async function selfCheck(
  folder: string,
  environments: readonly string[],
): Promise<SelfCheck> {
  const { found } = await findProblems({
    paths: [folder],
    environments: [],
    vars: [],
    envVars: [],
  });
  const count = (severity: string) =>
    found.filter((one) => one.severity === severity).length;
  const lacking: { name: string; environments?: readonly string[] }[] = [];
  const blocking: string[] = [];
  for (const { code, severity, message, expression, environments } of found) {
    if (severity !== "error") continue;
    const name = code === "UNDEFINED_VARIABLE" && expression !== undefined
      ? rootName(expression)
      : undefined;
    if (name === undefined) blocking.push(message);
    else lacking.push({ name, ...(environments && { environments }) });
  }
  const lackingWith = (environment: string | undefined) => [
    ...new Set(
      lacking.filter(({ environments }) =>
        environments === undefined ||
        environment !== undefined && environments.includes(environment)
      ).map(({ name }) => name),
    ),
  ];
  const [best] = environments.map((environment) => ({
    environment,
    undefined: lackingWith(environment),
  })).sort((a, b) => a.undefined.length - b.undefined.length);
  return {
    errors: count("error"),
    warnings: count("warning"),
    hints: count("hint"),
    blocking,
    ...(best ?? { undefined: lackingWith(undefined) }),
  };
}

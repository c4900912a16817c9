import type { YamlNode } from "../../core/collection/yaml/node.ts";
import type { OptionName } from "../../host/run/options.ts";
import { FlagValues } from "../flags/flag_values.ts";
import { flagName } from "../flags/run_flags.ts";
import { flagProblems } from "../flags/to_run_options.ts";

/** Reports the values that their flag cannot have: of a list each one, at its place. */
export function reportValues(
  node: YamlNode,
  name: OptionName,
  given: readonly string[],
): void {
  const flag = flagName(name);
  const report = (values: readonly string[], at: YamlNode) => {
    const flags = new FlagValues(
      "run",
      [],
      new Map([[flag, values]]),
      new Map([[flag, at.at]]),
    );
    const problems = flagProblems(flags, name);
    for (const problem of problems) at.report(problem);
    return problems.length > 0;
  };
  const nodes = Array.isArray(node.value) ? node.list() : [];
  const wrong = given.filter((one, at) => report([one], nodes[at] ?? node));
  // Each may be right where two of them are not.
  if (wrong.length === 0) report(given, node);
}

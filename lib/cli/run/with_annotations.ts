import type { ReporterOption } from "../../host/reports/reporter_option.ts";
import { isGithub } from "../../host/terminal/write_output.ts";

/** GitHub Actions gets annotations and a summary unasked, and with `--quiet` too. */
export function withAnnotations(
  reporters: readonly ReporterOption[],
): readonly ReporterOption[] {
  return isGithub() && !reporters.some(({ kind }) => kind === "github")
    ? [...reporters, { kind: "github" }]
    : reporters;
}

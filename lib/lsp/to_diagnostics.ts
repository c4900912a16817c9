import {
  type Diagnostic as EditorDiagnostic,
  DiagnosticSeverity,
} from "vscode-languageserver";
import type { Diagnostic } from "../core/source/diagnostic.ts";
import { ranges } from "./document.ts";
import type { Session } from "./session.ts";

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  hint: DiagnosticSeverity.Hint,
} as const satisfies Record<Diagnostic["severity"], DiagnosticSeverity>;

/** What is wrong in a file, as editors show it; quickly what some requests tell of it. */
export async function toDiagnostics(
  session: Session,
  path: string,
  options: { readonly quick?: boolean } = {},
): Promise<EditorDiagnostic[]> {
  const masker = session.masker();
  const rangeOf = ranges(session);
  const found = await session.diagnosticsOf(path, options);
  return await Promise.all(found.map(async (one) => {
    const { code, severity, message, location = {}, notes = [], related = [] } =
      masker.maskDiagnostic(one);
    const places = await session.locate(
      related.map((it) => ({ ...one, location: it.location })),
    );
    return {
      range: rangeOf({ ...location, file: location.file ?? path }),
      severity: SEVERITIES[severity],
      code,
      source: "brace",
      message: [message, ...notes].join("\n"),
      relatedInformation: related.map(({ message }, index) => {
        const { location = {} } = places[index];
        return {
          message,
          location: {
            uri: session.uriOf(location.file ?? path),
            range: rangeOf({ ...location, file: location.file ?? path }),
          },
        };
      }),
    };
  }));
}

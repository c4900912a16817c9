import { givenName } from "../../core/run/explain/ways_to_define.ts";
import { rootName } from "../../core/template/template_of.ts";
import type { Diagnostic } from "../../core/source/diagnostic.ts";
import { quotedWord } from "../../core/source/quoted_word.ts";
import { wayOut, type WayOutWords } from "../../core/source/way_out.ts";
import { headerOf } from "../../core/http/header_of.ts";
import type { RenderedRequest } from "../../core/http/rendered_request.ts";
import type { SendCommandOptions } from "../command.ts";
import { FORM_HEADER, looksLikeForm } from "../flags/form_text.ts";
import { FLAG_WORDS, flagOf } from "../../tools/report/text/flag_words.ts";

/** What helps with a typed request, which stands in no file; one of variables where no collection is around. */
export function sendWords(alone: boolean): WayOutWords {
  return {
    text(way) {
      const { kind, names: [name] } = way;
      if (kind === "end-stream") {
        return "end it with --wait MESSAGES or --idle MS";
      }
      if (kind === "raise-default") return `raise it with ${flagOf(name)}`;
      // It runs no other request, and takes no rows of data.
      if (kind === "run-needed" || kind === "give-row") {
        const names = kind === "give-row" ? way.names.slice(-1) : way.names;
        return FLAG_WORDS.text({ kind: "give-variable", names });
      }
      if (kind === "name-proto-file") return "name a .proto file with --proto";
      if (!alone) return FLAG_WORDS.text(way);
      if (kind === "write-from-folder") {
        return "write its path from the current folder";
      }
      return kind === "define-variable"
        ? `give --var ${
          quotedWord(`${name}=VALUE`)
        }, or change to a collection's folder`
        : FLAG_WORDS.text(way);
    },
  };
}

/** Says of a name that nothing defines that there is no collection to define it. */
export function withoutCollection(diagnostic: Diagnostic): Diagnostic {
  const { code, expression = "", suggestion } = diagnostic;
  const name = rootName(expression);
  const isUnknown = code === "UNDEFINED_VARIABLE" && suggestion === undefined;
  if (!isUnknown || name === undefined) return diagnostic;
  return {
    ...diagnostic,
    message:
      `Cannot resolve "{{${expression}}}": no collection contains this folder, so nothing defines variables`,
    waysOut: [wayOut("define-variable", givenName(name, expression))],
  };
}

/** Says that what a server refused was no form, which curl would have made of it. */
export function sentAsText(
  { body = "" }: SendCommandOptions,
  { headers = [], body: sent }: Partial<RenderedRequest> = {},
): Diagnostic[] {
  const isTyped = headerOf(headers, "content-type") !== undefined;
  const isText = sent?.type === "text" && sent.contentType === "text/plain";
  return isText && !isTyped && looksLikeForm(body)
    ? [{
      code: "USAGE",
      severity: "warning",
      message:
        `Sent the body as text/plain (to send a form, add ${FORM_HEADER})`,
    }]
    : [];
}

import type { Diagnostic } from "../../core/source/diagnostic.ts";

/** A problem of a typed request, which has no file to change. */
export function inOwnWords(diagnostic: Diagnostic, alone: boolean): Diagnostic {
  const own = withOwnSchemes(withOwnWayOut(diagnostic));
  return alone ? withOwnFolder(own) : own;
}

/** A typed request has no file to write the end of its stream into. */
function withOwnWayOut(diagnostic: Diagnostic): Diagnostic {
  const { code } = diagnostic;
  if (code !== "STREAM_TIMEOUT" && code !== "TIMEOUT") return diagnostic;
  const message = code === "TIMEOUT"
    ? diagnostic.message.replace(
      "name a .proto file as grpc.protoFilePath",
      "name a .proto file with --proto",
    ).replace("--timeout or settings.timeout", "--timeout")
    : diagnostic.message.replace(
      /\(.*\)$/,
      "(end it with --wait MESSAGES or --idle MS, or raise --timeout)",
    );
  return { ...diagnostic, message };
}

/** The scheme chooses the type of a typed request, which has no file to show. */
function withOwnSchemes(diagnostic: Diagnostic): Diagnostic {
  const { location: _, ...rest } = diagnostic;
  const message = diagnostic.message.replace(
    /its scheme is not one of [a-z+]+(?:, [a-z+]+)*/,
    "its scheme is not one of http, https, http+unix, ws, wss, grpc, grpcs",
  );
  return message === diagnostic.message ? diagnostic : { ...rest, message };
}

/** Without a collection, files are found from the current folder. */
function withOwnFolder(diagnostic: Diagnostic): Diagnostic {
  const message = diagnostic.message.replace(
    "(write its path from the collection's folder)",
    "(write its path from the current folder)",
  );
  return { ...diagnostic, message };
}

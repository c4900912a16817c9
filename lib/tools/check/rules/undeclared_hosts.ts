import type { Collection, Script } from "../../../core/collection/types.ts";
import { formatHost } from "../../../core/policy/format_host.ts";
import { serverOf } from "../../../core/run/hosts/host_in_url.ts";
import {
  type Diagnostic,
  type Location,
  locationOf,
} from "../../../core/source/diagnostic.ts";
import type { Text } from "../../../core/source/origin.ts";
import { hostWay, wayOut } from "../../../core/source/way_out.ts";
import { locationInFile, type ScriptIndex } from "../script/script_index.ts";
import type { SentUrl } from "../types.ts";

/** The host of a URL that only a script gives. */
export function undeclaredHost(
  { text, at }: Text,
  collection: Collection,
): Diagnostic {
  return {
    code: "PERMISSION",
    severity: "warning",
    message:
      `Cannot send to "${text}": only a script says which host this is, and a run contacts the hosts that files name`,
    waysOut: [wayOut("allow-host", "", collection.file)],
    location: locationOf(at, { length: text.length, place: "url" }),
  };
}

/**
 * The literal URLs that scripts, and the files that they require, send to and
 * whose hosts no file declares.
 */
export function undeclaredSends(
  scripts: Iterable<Script>,
  index: ScriptIndex,
  { collection, isDeclared }: {
    readonly collection: Collection;
    /** Asked for only where a script sends. */
    readonly isDeclared: (
      to: { readonly hostname: string; readonly port: number },
    ) => boolean;
  },
): Diagnostic[] {
  // Deno alone says what scripts outside of the sandbox contact.
  if (index.trusted) return [];
  const found: Diagnostic[] = [];
  const check = (
    sends: readonly SentUrl[] = [],
    at: (send: SentUrl) => Location,
  ) => {
    for (const send of sends) {
      const server = serverOf(send.origin);
      if (server === undefined || isDeclared(server)) continue;
      const host = formatHost(server.hostname, server.port);
      found.push({
        code: "PERMISSION",
        severity: "warning",
        message:
          `Cannot send a request from a script to "${host}": the host is not declared`,
        waysOut: [hostWay(host, collection)],
        location: at(send),
      });
    }
  };
  for (const script of scripts) {
    check(
      index.factsOf(script).sends,
      ({ offset, length }) =>
        locationOf(script.at, { offset, length, place: "script" }),
    );
    for (const file of index.filesOf(script)) {
      check(file.facts.sends, (send) => locationInFile(file, send));
    }
  }
  return found;
}

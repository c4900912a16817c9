import type { DiagnosticCode } from "../../../core/source/diagnostic.ts";
import type { Page } from "./page.ts";

/** Pages on what goes wrong in a run. */
export const RUNNING = {
  DNS: {
    what: "The host's name has no address.",
    more: "It is misspelt, or the network's name server does not know it.",
  },
  CONNECTION: {
    what: "No connection to the server could be made or kept.",
    more: "Nothing listens there, something between refuses, or it was cut.",
  },
  CERTIFICATE: {
    what: "The server's certificate is not trusted.",
    more:
      "It is expired, for another host, or not signed by a known authority. --ca FILE trusts more of them, --insecure=HOST accepts any certificate of that host.",
  },
  TIMEOUT: {
    what: "The server took longer than it may.",
    more: "--timeout and settings.timeout say how long that is.",
  },
  REDIRECT: {
    what: "A redirect cannot be followed.",
    more: "There are too many, or it leads to what is not a URL.",
  },
  PROTOCOL: {
    what: "What the server sent is not HTTP.",
    more: "Most often something else listens at that port.",
  },
  INVALID_RESPONSE: {
    what: "A response cannot be decoded.",
    more: "Its compression is broken.",
  },
  RESPONSE_CUT: {
    what: "A response ended before its end.",
    more:
      "The server or something between broke off: less came than Content-Length says, the last chunk is missing, or HTTP/2 closed the stream before its end. Reports show what came; scripts, tests and assertions do not see it.",
  },
  UNAUTHORIZED: {
    what: "No token could be obtained, or the server refused the credentials.",
    more: "The message has what the authorization server said.",
  },
  SCRIPT_SYNTAX: {
    what: "A script is not JavaScript.",
    more: "The place is where it cannot be read on; the mistake may be before.",
  },
  SCRIPT_ERROR: {
    what: "A script failed.",
    more:
      "It threw, or used what is not there. A script that fails before the request prevents sending.",
  },
  SCRIPT_TIMEOUT: {
    what: "A script ran longer than it may.",
    more: "--script-timeout says how long that is.",
  },
  SCRIPT_MEMORY: {
    what: "A script needed more memory than it may.",
    more: "--script-memory says how much that is.",
  },
  ASSERTION: {
    what: "An assertion does not hold.",
    more: "The report shows what was expected and what was there.",
  },
  TEST: {
    what: "A test of a script failed.",
    more: "The report shows what it said.",
  },
  WRITE: {
    what: "A file could not be written.",
    more: "The folder is missing, full, or not yours.",
  },
} as const satisfies { readonly [code in DiagnosticCode]?: Page };

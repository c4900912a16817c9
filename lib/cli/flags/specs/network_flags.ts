import { RUN_DEFAULTS } from "../../../host/run/options.ts";
import { DEFAULT_TIMEOUT } from "../../../core/http/timeout_of.ts";
import type { FlagGroup } from "../flag.ts";
import { ALLOW_READ } from "./shared_flags.ts";

/** Flags that say how requests are sent: shared by `run` and `send`. */
export const NETWORK_FLAGS: FlagGroup = {
  title: "Network",
  flags: [
    {
      name: "timeout",
      value: "MS",
      help: "Time for one request at most, whatever its file says; 0: no limit",
      default: String(DEFAULT_TIMEOUT),
    },
    {
      name: "connect-timeout",
      value: "MS",
      help: "Time to connect, TLS included (default: none of its own)",
    },
    {
      name: "idle-timeout",
      value: "MS",
      help: "Time without a byte from the server (default: no limit)",
    },
    {
      name: "allow-net",
      value: "HOST,…",
      optional: true,
      help: "Hosts besides the declared ones, or all",
    },
    { name: "deny-net", value: "HOST,…", help: "Hosts to refuse" },
    ALLOW_READ,
    {
      name: "insecure",
      value: "HOST,…",
      optional: true,
      help: "Accept any certificate, from these hosts or all",
    },
    {
      name: "ca",
      value: "FILE",
      help: "Trust these certificates too (PEM); repeatable",
      repeatable: true,
    },
    { name: "http2", help: "Use HTTP/2 where the server offers it" },
    {
      name: "proxy",
      value: "URL",
      help:
        "Send through this proxy, to localhost too (default: the environment's, and none to localhost)",
    },
    { name: "no-proxy", help: "Use no proxy" },
    {
      name: "cookie-jar",
      value: "FILE",
      help: "Load cookies from this file and save them there",
    },
    { name: "no-cookies", help: "Keep no cookies" },
    {
      name: "retry",
      value: "N",
      help: "Try again after a network error, 429, 502, 503 or 504",
      default: String(RUN_DEFAULTS.retry),
    },
    {
      name: "retry-delay",
      value: "MS",
      help: "First pause between attempts, doubling",
      default: String(RUN_DEFAULTS.retryDelay),
    },
    {
      name: "retry-all",
      help: "Retry POST and PATCH too",
    },
    {
      name: "max-response-size",
      value: "MIB",
      help: "Cut a longer response",
      default: String(RUN_DEFAULTS.maxResponseSize),
    },
  ],
};

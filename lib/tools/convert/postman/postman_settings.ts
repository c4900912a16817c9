import { elements, isMapping, members, type RawJson } from "../json.ts";

/** The settings of a request, and what has to be said of them. */
export interface PostmanSettings {
  readonly settings?: Record<string, unknown>;
  readonly keepsBody: boolean;
  readonly notes: readonly string[];
}

/** Reads `protocolProfileBehavior`, where it has a meaning here. */
export function postmanSettings(
  behavior: Record<string, RawJson>,
): PostmanSettings {
  const notes: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(behavior)) {
    switch (name) {
      case "followRedirects":
        settings.followRedirects = setting === true;
        break;
      case "maxRedirects":
        if (Number.isInteger(setting)) settings.maxRedirects = setting;
        break;
      case "followAuthorizationHeader":
        if (setting === true) {
          notes.push(
            "Postman sends the Authorization header to other hosts that this redirects to: list their origins in extensions.brace.forwardCredentialsTo",
          );
        }
        break;
      case "disabledSystemHeaders": {
        const names = Object.entries(members(setting))
          .filter(([, disabled]) => disabled === true).map(([header]) =>
            header
          );
        if (names.length > 0) settings.omitHeaders = names;
        break;
      }
      case "strictSSL":
        if (setting === false) {
          notes.push(
            "Certificates are not checked in Postman: run with --insecure, or with --ca FILE",
          );
        }
        break;
      case "disableBodyPruning":
        break;
      case "followOriginalHttpMethod":
      case "disableUrlEncoding":
      case "disableCookies":
      case "insecureHTTPParser":
      case "tlsPreferServerCiphers":
        if (setting === true) notes.push(`Brace has no "${name}"`);
        break;
      case "protocolVersion":
        if (setting !== "auto" && setting !== "http1") {
          notes.push(
            `Brace selects the version of HTTP itself: "${name}" is left out`,
          );
        }
        break;
      case "tlsDisabledProtocols":
      case "tlsCipherSelection":
        if (elements(setting).length > 0) {
          notes.push(`Brace has no "${name}"`);
        }
        break;
    }
  }
  return {
    ...(Object.keys(settings).length > 0 && { settings }),
    keepsBody: behavior.disableBodyPruning === true,
    notes,
  };
}

/** Names what a request says of its connection, which a collection says here. */
export function connectionLosses(
  request: Record<string, RawJson>,
): string[] {
  return ["proxy", "certificate"].flatMap((name) => {
    const own = request[name];
    return isMapping(own) && own.disabled !== true
      ? `The "${name}" of the request is left out: write it under config of opencollection.yml`
      : [];
  });
}

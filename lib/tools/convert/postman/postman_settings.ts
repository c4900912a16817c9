import { type Json, members } from "../json.ts";

/** Settings of a request, the headers it leaves out, and what has to be said. */
export interface PostmanSettings {
  readonly settings?: Record<string, unknown>;
  readonly keepsBody: boolean;
  readonly notes: readonly string[];
}

/** Reads `protocolProfileBehavior`, where it has a meaning here. */
export function postmanSettings(value: Json): PostmanSettings {
  const behavior = members(value);
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
        if (setting === true) notes.push(`Brace has no "${name}"`);
        break;
    }
  }
  return {
    ...(Object.keys(settings).length > 0 && { settings }),
    keepsBody: behavior.disableBodyPruning === true,
    notes,
  };
}

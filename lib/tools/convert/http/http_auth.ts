import type { FileAuth, FileRow } from "../open_collection.ts";

/** Schemes that the clients replace before they send. */
const OWN_SCHEME = /^(openid|oauth2|aws|cognito)\s+\S/i;

type Template = (text: string) => string;

/** The headers of a request, of which `Authorization` may be an auth of the clients' own. */
export function authIn(
  headers: readonly { name: string; value: string }[],
  { template, hasVariable, said }: {
    template: Template;
    hasVariable: (name: string) => boolean;
    /** Takes what has to be said. */
    said: string[];
  },
): { headers: FileRow[]; auth?: FileAuth } {
  let auth: FileAuth | undefined;
  const rest = headers.flatMap(({ name, value }): FileRow[] => {
    const made = /^authorization$/i.test(name)
      ? authOf(value, { template, hasVariable })
      : undefined;
    if (made === undefined) {
      const scheme = /^authorization$/i.test(name)
        ? OWN_SCHEME.exec(value)?.[1]
        : undefined;
      if (scheme !== undefined) {
        said.push(
          `The scheme "${scheme}" of Authorization is sent as a text: write auth, such as that of the type oauth2`,
        );
      }
      return [{ name: template(name), value: template(value) }];
    }
    auth = made;
    return [];
  });
  return { headers: rest, ...(auth && { auth }) };
}

function authOf(
  value: string,
  { template, hasVariable }: {
    template: Template;
    hasVariable: (name: string) => boolean;
  },
): FileAuth | undefined {
  const [, scheme = "", rest = ""] = /^(\w+)\s+(\S.*)$/.exec(value) ?? [];
  switch (scheme.toLowerCase()) {
    case "basic":
    case "digest": {
      const [user, password] = twoOf(rest) ?? [];
      return user === undefined || password === undefined ? undefined : {
        type: scheme.toLowerCase(),
        username: template(user),
        password: template(password),
      };
    }
    case "bearer":
      return { type: "bearer", token: template(rest) };
    case "aws": {
      const [accessKeyId, secretAccessKey, ...more] = rest.split(/\s+/);
      const field = (key: string) =>
        more.find((one) => one.startsWith(`${key}:`))?.slice(key.length + 1);
      if (secretAccessKey === undefined) return undefined;
      const fields = {
        accessKeyId,
        secretAccessKey,
        sessionToken: field("token"),
        region: field("region"),
        service: field("service"),
      };
      return {
        type: "awsv4",
        ...Object.fromEntries(
          Object.entries(fields).flatMap(([key, one]) =>
            one === undefined ? [] : [[key, template(one)]]
          ),
        ),
      };
    }
    case "openid":
    case "oauth2":
      return openid(rest, hasVariable);
    default:
      return undefined;
  }
}

/** `name password` and `name:password`: what stands in braces is one word. */
function twoOf(text: string): [string, string] | undefined {
  const words = /^((?:\{\{.*?\}\}|[^\s:])+)(?::\s*|\s+)(\S.*)$/.exec(text);
  return words ? [words[1], words[2]] : undefined;
}

/** `openid client_credentials local` of httpyac: variables with that prefix say the rest. */
function openid(
  text: string,
  hasVariable: (name: string) => boolean,
): FileAuth | undefined {
  const [flow = "client_credentials", prefix = "oauth2", ...more] = text
    .split(/\s+/);
  const isKnown =
    /^(?:client_credentials|password|authorization_code|device_code)$/.test(
      flow,
    );
  const field = (key: string, name: string) =>
    hasVariable(`${prefix}_${name}`) ? { [key]: `{{${prefix}_${name}}}` } : {};
  if (!isKnown || more.length > 0 || !hasVariable(`${prefix}_tokenEndpoint`)) {
    return undefined;
  }
  return {
    type: "oauth2",
    flow: flow === "password" ? "resource_owner_password_credentials" : flow,
    ...field("accessTokenUrl", "tokenEndpoint"),
    ...(flow === "authorization_code" && {
      ...field("authorizationUrl", "authorizationEndpoint"),
      ...field("callbackUrl", "redirectUri"),
    }),
    ...(flow === "device_code" &&
      field("deviceAuthorizationUrl", "deviceCodeEndpoint")),
    ...field("scope", "scope"),
    credentials: {
      ...field("clientId", "clientId"),
      ...field("clientSecret", "clientSecret"),
      placement: "basic_auth_header",
    },
    ...(flow === "password" && {
      resourceOwner: {
        ...field("username", "username"),
        ...field("password", "password"),
      },
    }),
  };
}

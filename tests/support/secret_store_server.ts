import { Buffer } from "node:buffer";
import { createHash, createHmac, createVerify } from "node:crypto";
import { certificate, rsaKeys } from "./certificates.ts";

/** What a store does in the place of what it should. */
export type StoreMood = (request: Request) => Response | undefined;

/** A server that speaks as the secret stores do, each at its host. */
export interface SecretStoreServer extends AsyncDisposable {
  readonly port: number;
  /** `GET host/path`, in order. */
  readonly asked: readonly string[];
  /** The key of the service account, as Google's file has it. */
  readonly account: Record<string, string>;
}

/** The credentials that the stores take. */
export const STORE_ENV = {
  VAULT_TOKEN: "hvs.vault-token",
  AWS_REGION: "eu-west-1",
  AWS_ACCESS_KEY_ID: "AKIASTORE",
  AWS_SECRET_ACCESS_KEY: "aws-secret-key",
  AWS_SESSION_TOKEN: "aws-session-token",
  AZURE_TENANT_ID: "11111111-2222-3333-4444-555555555555",
  AZURE_CLIENT_ID: "azure-client",
  AZURE_CLIENT_SECRET: "azure-client-secret",
};

const EMAIL = "store@shop.iam.gserviceaccount.com";
const TOKEN = "store-access-token";

/** Starts one; it is written from the stores' documentation, with node:crypto and without Brace's code. */
export async function secretStoreServer(
  mood: StoreMood = () => undefined,
): Promise<SecretStoreServer> {
  const { publicKey, privateKey } = rsaKeys();
  const asked: string[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
    ...await certificate("stores"),
  }, async (request) => {
    const { host, pathname, search } = new URL(request.url);
    const hostname = (request.headers.get("host") ?? host).split(":")[0];
    const body = await request.text();
    asked.push(`${request.method} ${hostname}${pathname}${search}`);
    const other = mood(request);
    if (other) return other;
    switch (hostname) {
      case "localhost":
        return vault(request, pathname);
      case "secretsmanager.eu-west-1.amazonaws.com":
        return aws(request, body);
      case "login.microsoftonline.com":
        return azureToken(pathname, new URLSearchParams(body));
      case "shop-vault.vault.azure.net":
        return azure(request, pathname, search);
      case "oauth2.googleapis.com":
        return googleToken(new URLSearchParams(body), publicKey);
      case "secretmanager.googleapis.com":
        return google(request, pathname, search);
      default:
        return new Response("who?", { status: 500 });
    }
  });
  return {
    port: server.addr.port,
    asked,
    account: {
      type: "service_account",
      client_email: EMAIL,
      private_key_id: "key-1",
      private_key: privateKey,
      token_uri: "https://oauth2.googleapis.com/token",
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

const SECRET = { user: "ada", password: "st0red-password" };

function vault(request: Request, pathname: string): Response {
  if (request.headers.get("x-vault-token") !== STORE_ENV.VAULT_TOKEN) {
    return Response.json({ errors: ["permission denied"] }, { status: 403 });
  }
  switch (pathname) {
    case "/v1/secret/data/app":
      return Response.json({
        data: { data: SECRET, metadata: { version: 2 } },
      });
    case "/v1/kv/app":
      return Response.json({ data: SECRET });
    case "/v1/secret/data/gone":
      return Response.json({ data: { data: null, metadata: { version: 1 } } });
    case "/v1/secret/app":
      return Response.json({
        errors: [],
        warnings: ["Invalid path for a versioned K/V secrets engine."],
      }, { status: 404 });
    default:
      return Response.json({ errors: [] }, { status: 404 });
  }
}

function aws(request: Request, body: string): Response {
  const refuse = (type: string) =>
    Response.json({ __type: type, message: "no" }, { status: 400 });
  if (!isSigned(request, body)) return refuse("InvalidSignatureException");
  if (
    request.headers.get("x-amz-target") !== "secretsmanager.GetSecretValue"
  ) return refuse("UnknownOperationException");
  switch (JSON.parse(body).SecretId) {
    case "prod/app":
      return Response.json({ SecretString: JSON.stringify(SECRET) });
    case "prod/text":
      return Response.json({ SecretString: "plain-st0red" });
    case "prod/old":
      return refuse("ExpiredTokenException");
    default:
      return refuse("com.amazonaws#ResourceNotFoundException");
  }
}

/** Signature Version 4, for a POST to `/`. */
function isSigned(request: Request, body: string): boolean {
  const { headers } = request;
  const [, day, names, signature] =
    /Credential=AKIASTORE\/(\d{8})\/eu-west-1\/secretsmanager\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/
      .exec(headers.get("authorization") ?? "") ?? [];
  if (!names?.includes("x-amz-security-token")) return false;
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  const hmac = (key: string | Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest() as Buffer;
  const lines = names.split(";").map((name) =>
    `${name}:${headers.get(name)}\n`
  );
  const canonical = `POST\n/\n\n${lines.join("")}\n${names}\n${sha(body)}`;
  const scope = `${day}/eu-west-1/secretsmanager/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${headers.get("x-amz-date")}\n${scope}\n${
    sha(canonical)
  }`;
  const key = [day, "eu-west-1", "secretsmanager", "aws4_request"].reduce(
    hmac as (key: string | Buffer, text: string) => Buffer,
    `AWS4${STORE_ENV.AWS_SECRET_ACCESS_KEY}` as string | Buffer,
  );
  return hmac(key, text).toString("hex") === signature;
}

function azureToken(pathname: string, form: URLSearchParams): Response {
  const right =
    pathname === `/${STORE_ENV.AZURE_TENANT_ID}/oauth2/v2.0/token` &&
    form.get("grant_type") === "client_credentials" &&
    form.get("client_id") === STORE_ENV.AZURE_CLIENT_ID &&
    form.get("client_secret") === STORE_ENV.AZURE_CLIENT_SECRET &&
    form.get("scope") === "https://vault.azure.net/.default";
  return right
    ? Response.json({ access_token: TOKEN, expires_in: 3599 })
    : Response.json({ error: "invalid_client" }, { status: 401 });
}

function isBearer(request: Request): boolean {
  return request.headers.get("authorization") === `Bearer ${TOKEN}`;
}

function azure(request: Request, pathname: string, search: string): Response {
  if (!isBearer(request)) return new Response("", { status: 401 });
  const base = "https://shop-vault.vault.azure.net";
  if (pathname === "/secrets" && search === "?api-version=7.4") {
    return Response.json({
      value: [
        { id: `${base}/secrets/user`, attributes: { enabled: true } },
        { id: `${base}/secrets/off`, attributes: { enabled: false } },
      ],
      nextLink: `${base}/secrets?api-version=7.4&$skiptoken=2`,
    });
  }
  if (pathname === "/secrets") {
    return Response.json({ value: [{ id: `${base}/secrets/password` }] });
  }
  const value = (SECRET as Record<string, string>)[
    pathname.slice("/secrets/".length)
  ];
  return value === undefined
    ? Response.json({ error: { code: "SecretNotFound" } }, { status: 404 })
    : Response.json({ value });
}

function googleToken(form: URLSearchParams, publicKey: string): Response {
  const assertion = form.get("assertion") ?? "";
  const [head, claim, signature] = assertion.split(".");
  const part = (text: string) =>
    JSON.parse(Buffer.from(text, "base64url").toString());
  const now = Date.now() / 1000;
  const { iss, aud, scope, iat, exp } = part(claim);
  const right = form.get("grant_type") ===
      "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
    part(head).alg === "RS256" && part(head).kid === "key-1" &&
    iss === EMAIL && aud === "https://oauth2.googleapis.com/token" &&
    scope === "https://www.googleapis.com/auth/cloud-platform" &&
    Math.abs(iat - now) < 600 && exp === iat + 3600 &&
    createVerify("RSA-SHA256").update(`${head}.${claim}`)
      .verify(publicKey, Buffer.from(signature, "base64url"));
  return right
    ? Response.json({ access_token: TOKEN })
    : Response.json({ error: "invalid_grant" }, { status: 400 });
}

function google(request: Request, pathname: string, search: string): Response {
  if (!isBearer(request)) return new Response("", { status: 401 });
  const base = "/v1/projects/shop-1/secrets";
  if (pathname === base) {
    return Response.json(
      search.includes("pageToken=2")
        ? { secrets: [{ name: "projects/1/secrets/password" }] }
        : {
          secrets: [{ name: "projects/1/secrets/user" }],
          nextPageToken: "2",
        },
    );
  }
  const [, name] = /^\/([\w-]+)\/versions\/latest:access$/.exec(
    pathname.slice(base.length),
  ) ?? [];
  const value = (SECRET as Record<string, string>)[name];
  return value === undefined
    ? Response.json({ error: { code: 404 } }, { status: 404 })
    : Response.json({
      payload: { data: Buffer.from(value).toString("base64") },
    });
}

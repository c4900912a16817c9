import { TEMPLATE } from "../../lib/cli/commands/init_command.ts";
import { SERVE_PORT } from "../../lib/cli/command.ts";
import { ROOT } from "./describe_page.ts";

const SERVER = `http://127.0.0.1:${SERVE_PORT}`;

/** What a page's commands find in their folder, besides `my-api`. */
export const FILES: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    // Its commands are given inside a collection.
    "desk.md": {
      ...Object.fromEntries(TEMPLATE),
      "user.json": '{ "name": "Ada King" }',
    },
    "environments.md": { "ci.env": "region=eu\n" },
    "migrate.md": {
      "shop.postman_collection.json": postman(),
      "exports/shop.postman_collection.json": postman(),
      "staging.postman_environment.json": source(
        "postman-environment/source.json",
      ),
      "exports/staging.postman_environment.json": source(
        "postman-environment/source.json",
      ),
      "shop-api/postman/collections/Shop/.resources/definition.yaml":
        "$kind: collection\nname: Shop\n",
      "shop-api/postman/collections/Shop/Read.request.yaml":
        "$kind: http-request\nurl: '{{base}}/users/1'\nscripts:\n" +
        "  - type: afterResponse\n    code: |-\n" +
        '      pm.test("ok", () => pm.response.to.have.status(200));\n',
      "shop-api/postman/environments/Local.environment.yaml":
        `name: Local\nvalues:\n  - key: base\n    value: ${SERVER}\n`,
      "openapi.yaml": source("openapi-3/source.yaml"),
      "parts.yaml": source("openapi-3/parts.yaml"),
      "insomnia.yaml": source("insomnia-5/source.yaml"),
      "requests/users.http": source("http/source/users.http"),
      "session.har": source("har/source.har"),
      "commands.sh": source("curl/source.sh"),
      "shop.bruno.json": JSON.stringify({
        name: "Shop",
        version: "1",
        items: [{
          type: "http",
          name: "Read",
          request: { url: `${SERVER}/users/1`, method: "GET" },
        }],
        brunoConfig: { version: "1", name: "Shop", type: "collection" },
      }),
      "old-api/bruno.json": '{ "version": "1", "name": "Old" }',
      "old-api/environments/local.bru": `vars {\n  base: ${SERVER}\n}\n`,
      "old-api/read.bru": "meta {\n  name: Read\n}\n\n" +
        "get {\n  url: {{base}}/users/1\n}\n\n" +
        "assert {\n  res.status: eq 200\n}\n",
    },
  };

function source(path: string): string {
  return Deno.readTextFileSync(new URL(`fixtures/import/${path}`, ROOT));
}

function postman(): string {
  return JSON.stringify({
    info: { name: "Shop" },
    item: [{
      name: "Read",
      event: [{
        listen: "test",
        script: {
          exec: ['pm.test("ok", () => pm.response.to.have.status(200));'],
        },
      }],
      request: { method: "GET", url: `${SERVER}/users/1` },
    }],
  });
}

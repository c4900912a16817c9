import { fromFileUrl } from "@std/path/from-file-url";
import type { DemoServer } from "../../lib/host/demo/serve_demo.ts";
import type { Files } from "./open_page.ts";

/** The example collection, whose requests go to a running demo API. */
export async function exampleFiles(api: DemoServer): Promise<Files> {
  const root = fromFileUrl(new URL("../../fixtures/example", import.meta.url));
  const files: Record<string, string> = {};
  const visit = async (folder: string) => {
    for await (
      const { name, isDirectory } of Deno.readDir(`${root}${folder}`)
    ) {
      const path = `${folder}/${name}`;
      if (isDirectory) await visit(path);
      else {
        const text = await Deno.readTextFile(`${root}${path}`);
        files[path.slice(1)] = text
          .replaceAll("http://127.0.0.1:4747", api.url)
          .replaceAll("grpc://127.0.0.1:4748", api.grpcUrl);
      }
    }
  };
  await visit("");
  return files;
}

/** A small collection in Bruno's own language, for the same API. */
export function bruFiles(api: DemoServer): Files {
  const request = (name: string, seq: number, rest: string) =>
    `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\n${rest}`;
  return {
    "bruno.json":
      '{\n  "version": "1",\n  "name": "Bruno shop",\n  "type": "collection"\n}\n',
    "collection.bru": `headers {
  Accept: application/json
}

vars:pre-request {
  firstName: Grace
}

script:pre-request {
  bru.setVar("started", "yes");
}
`,
    "environments/local.bru": `vars {
  baseUrl: ${api.url}
  ~unused: no
}
vars:secret [
  apiKey
]
`,
    "users/folder.bru": "meta {\n  name: users\n  seq: 1\n}\n",
    "users/list.bru": request(
      "List users",
      1,
      `get {
  url: {{baseUrl}}/users
  body: none
  auth: none
}

assert {
  res.status: eq 200
}
`,
    ),
    "users/create.bru": request(
      "Create a user",
      2,
      `post {
  url: {{baseUrl}}/users
  body: json
  auth: inherit
}

headers {
  X-Trace: {{$guid}}
}

body:json {
  {
    "name": "{{firstName}} Hopper",
    "email": "g@example.com"
  }
}

vars:post-response {
  userId: res.body.id
}

tests {
  test("it has an id", () => expect(res.body.id).to.be.a("number"));
}
`,
    ),
    "users/read.bru": request(
      "Read the user",
      3,
      `get {
  url: {{baseUrl}}/users/{{userId}}
  body: none
  auth: inherit
}
`,
    ),
  };
}

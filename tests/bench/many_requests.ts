const FOLDERS = 50;
const REQUESTS = 100;

/** A collection of 5,000 requests as people write them: the paths and texts of its files. */
export function manyRequests(): Map<string, string> {
  const files = new Map([
    ["opencollection.yml", "opencollection: 1.0.0\ninfo: { name: Shop }\n"],
    [
      "environments/local.yml",
      "name: local\nvariables:\n  - { name: baseUrl, value: http://localhost:8080 }\n  - { name: token, value: t }\n",
    ],
  ]);
  for (let folder = 0; folder < FOLDERS; folder++) {
    files.set(
      `folder-${folder}/folder.yml`,
      `info: { name: Folder ${folder}, type: folder }\nrequest:\n  headers:\n    - { name: X-Folder, value: "{{token}}" }\n`,
    );
    for (let index = 0; index < REQUESTS; index++) {
      files.set(`folder-${folder}/request-${index}.yml`, request(index));
    }
  }
  return files;
}

/** One of them. */
export function request(index: number): string {
  return `info:
  name: Request ${index}
  type: http
  seq: ${index + 1}
http:
  method: POST
  url: "{{baseUrl}}/users/{{userId}}?page={{page}}"
  headers:
    - { name: Authorization, value: "Bearer {{token}}" }
  body:
    type: json
    data: |-
      {
        "name": "{{name}}",
        "page": {{page}}
      }
runtime:
  variables:
    - { name: name, value: Ada }
    - { name: page, value: 7 }
  scripts:
    - type: before-request
      code: client.setVar("userId", ${index});
    - type: tests
      code: |-
        test("the user is there: ${index}", () => {
          expect(res.status).to.equal(200);
        });
  assertions:
    - { expression: res.status, operator: eq, value: "200" }
`;
}

/** Writes the files of a collection into a new folder; gives it. */
export async function writeFiles(
  files: ReadonlyMap<string, string>,
): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  for (const [path, text] of files) {
    const parent = `${folder}/${path.slice(0, path.lastIndexOf("/"))}`;
    await Deno.mkdir(parent, { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
  }
  return folder;
}

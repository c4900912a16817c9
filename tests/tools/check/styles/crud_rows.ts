import type { Style } from "./style.ts";

const RESOURCES = ["books", "authors", "shelves", "loans", "readers", "fines"];

/** Create, read, replace, change, list and remove for each row of a file. */
export function crudRows(): Style {
  const files: Record<string, string> = {
    "opencollection.yml": `info: { name: Library }
request:
  variables: [{ name: api, value: "{{server}}/api" }]
`,
    "rows.csv": 'title,pages,published,tags\nFaust,464,1808,"[""play""]"\n',
  };
  for (const [at, name] of RESOURCES.entries()) {
    const url = `{{api}}/${name}`;
    const id = `${name}Id`;
    const request = (
      seq: number,
      title: string,
      http: string,
      runtime = "",
    ) => {
      files[`${at}-${name}/${seq}.yml`] =
        `info: { name: ${title}, seq: ${seq} }\nhttp:\n${http}${runtime}`;
    };
    request(
      1,
      "Create",
      `  method: POST
  url: "${url}"
  body:
    type: json
    data: |-
      {
        "title": "{{title}}",
        "pages": {{pages}},
        "published": {{published}},
        "tags": {{tags}},
        "key": "{{key}}"
      }
`,
      `runtime:
  scripts:
    - type: before-request
      code: client.setVar("key", client.runner.iterationData.get("title") + "-" + Date.now());
    - type: after-response
      code: |-
        client.setVar("${id}", res.body.id);
        client.setFolderVar("version", 1);
`,
    );
    request(
      2,
      "Read",
      `  method: GET\n  url: "${url}/{{${id}}}"\n`,
      `runtime:
  assertions:
    - { expression: res.status, operator: in, value: "200, 304" }
    - { expression: res.body.id, operator: eq, value: "{{${id}}}" }
`,
    );
    request(
      3,
      "Replace",
      `  method: PUT
  url: "${url}/{{${id}}}?version={{version}}"
  body:
    type: xml
    data: <item title="{{title}}"><pages>{{pages}}</pages></item>
`,
    );
    request(
      4,
      "Change",
      `  method: PATCH
  url: "${url}/:id/tags/:index"
  params:
    - { name: id, value: "{{${id}}}", type: path }
    - { name: index, value: "0", type: path }
  body: { type: text, data: "{{tags}}" }
`,
    );
    request(
      5,
      "Upload",
      `  method: POST
  url: "${url}/{{${id}}}/cover"
  body:
    type: multipart-form
    data:
      - { name: title, type: text, value: "{{title}}" }
      - { name: cover, type: file, value: [cover.txt], contentType: text/plain }
`,
    );
    request(6, "Remove", `  method: DELETE\n  url: "${url}/{{${id}}}"\n`);
  }
  files["cover.txt"] = "a cover\n";
  return {
    files,
    rows: { title: "Faust", pages: 464, published: 1808, tags: ["play"] },
  };
}

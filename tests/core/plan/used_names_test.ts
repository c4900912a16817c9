import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isSetByRequest } from "../../../lib/core/run/explain/set_by_requests.ts";
import { readCollection } from "../../../mod.ts";

describe("names that requests use", () => {
  it("are read once of a script that all of them inherit", () => {
    const request = (name: string) =>
      `info: {name: ${name}, type: http}
http: {method: GET, url: "http://h.example"}
runtime: {scripts: [{type: tests, code: "client.setVar('${name}', 1)"}]}
`;
    const names = Array.from({ length: 20 }, (_, at) => `r${at}`);
    const { value: collection } = readCollection({
      root: "",
      files: new Map([
        [
          "opencollection.yml",
          "info: {name: C}\nrequest: {scripts: [{type: tests, code: a}]}\n",
        ],
        ...names.map((name) => [`${name}.yml`, request(name)] as const),
      ]),
    });
    const [script] = collection!.defaults.scripts;
    let reads = 0;
    Object.defineProperty(script, "code", {
      get() {
        reads++;
        return "client.getVar('r7')";
      },
    });
    assertEquals(
      names.filter((name) => !isSetByRequest(collection!, name)),
      ["r7"],
    );
    assertEquals(reads, 1);
  });
});

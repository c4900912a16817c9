import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { runCollection } from "../../support/run_collection.ts";
import { foundIn } from "../../tools/check/found_in.ts";
import { inFolder } from "../../support/in_folder.ts";

/** Method as written, as it goes out, and the one that was meant. */
const METHODS: [method: string, sent: string, meant?: string][] = [
  ["PSOT", "PSOT", "POST"],
  ["psot", "psot", "POST"],
  ["GTE", "GTE", "GET"],
  ["DELTE", "DELTE", "DELETE"],
  ["OPTION", "OPTION", "OPTIONS"],
  ["PROPFIN", "PROPFIN", "PROPFIND"],
  ["{{m}}", "PSOT", "POST"],
  ["get", "GET"],
  ["QUERY", "QUERY"],
  ["REPORT", "REPORT"],
  ["LIST", "LIST"],
  ["PURGE", "PURGE"],
  ["SET", "SET"],
  ["REFRESH", "REFRESH"],
  ["X-GET", "X-GET"],
];

describe("a method that no standard has", () => {
  for (const [method, sent, meant] of METHODS) {
    it(`${method}: ${meant ? `was ${meant} meant?` : "is fine"}`, async () => {
      const files = {
        "opencollection.yml":
          "info: {name: C}\nrequest: {variables: [{name: m, value: PSOT}]}",
        "a.yml": `info: {name: a, type: http}
http: {method: "${method}", url: "{{server}}/"}`,
      };
      const expected = meant === undefined ? [] : [
        `The method "${method}" is sent as it is: no standard has it (did you mean "${meant}"?)`,
      ];
      const { requests, results } = await runCollection(files);
      assertEquals(requests.map((it) => it.method), [sent]);
      assertEquals(
        results[0].diagnostics.map(({ message }) => message),
        expected,
      );
      await inFolder(Object.entries(files), async (cwd) => {
        const found = await foundIn(cwd);
        assertEquals(
          found.filter(({ code }) => code === "INVALID_FIELD")
            .map(({ message }) => message),
          expected,
        );
      });
    });
  }
});

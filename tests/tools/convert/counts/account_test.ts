import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { accountOf } from "../../../../lib/tools/convert/account.ts";
import {
  type AccountCounts,
  NOTHING,
} from "../../../../lib/tools/convert/counts.ts";

const some = (counts: Partial<AccountCounts>) => ({ ...NOTHING, ...counts });

describe("an account", () => {
  it("says nothing where written and named are the source", () => {
    const account = accountOf({
      source: some({ requests: 3, scripts: 1 }),
      all: some({ requests: 2, variables: 4 }),
      added: { variables: 4 },
      notes: [{ lost: { requests: 1 } }, {}, { lost: { scripts: 1 } }],
    });
    assertEquals(account.written, some({ requests: 2 }));
    assertEquals(account.named, some({ requests: 1, scripts: 1 }));
    assertEquals(account.note, undefined);
  });

  it("names the number of what is neither, and of what is too much", () => {
    const { note } = accountOf({
      source: some({ requests: 3, scripts: 1, variables: 1 }),
      all: some({ requests: 1, variables: 3 }),
      notes: [],
    });
    assertEquals(note, {
      kind: "person",
      message:
        "Not written, and not named above: 2 requests, 1 script of the source; Written, and not counted in the source: 2 variables: compare the files with the source",
    });
  });
});

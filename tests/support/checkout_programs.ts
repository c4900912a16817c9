/** What each program does with the library, and shows. */
export const RENDER = `const client = createClient();
client.setVar("id", 7);
const shown = client.render("/{{id}}");
`;

/** Programs that use the library of a checkout by its configuration, in another folder. */
export const CHECKOUT_PROGRAMS: Readonly<Record<string, string>> = {
  "script.ts": `import { createClient } from "@brace/brace";
import { runCollection } from "@brace/brace/run";
${RENDER}console.log(shown, typeof runCollection);`,
  "script_test.ts": `import { createClient } from "@brace/brace";
import { testCollection } from "@brace/brace/test";
${RENDER}Deno.test(shown + typeof testCollection, () => {});`,
};

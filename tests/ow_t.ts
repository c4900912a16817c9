import { editFile } from "../lib/tools/edit/edit_file.ts";
import { parse } from "@std/yaml/parse";
for (const t of ["k0:\n- &a1 []\n","k0:\n- &a1 []", "k0: &a []\n", "k0:\n- &a1 x\n"]) try { console.log(JSON.stringify(parse(t))); } catch (e) { console.log(t, String(e)); }

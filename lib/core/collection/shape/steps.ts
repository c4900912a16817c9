import { SCOPE_NAMES } from "../../scope/names.ts";
import { any, code, flag, list, mapping, text, word } from "./make.ts";
import { OPERATOR_NAMES } from "./operators.ts";

/** When a script runs; Brace leaves hooks and those of gRPC out. */
export const SCRIPT_TYPES = [
  "before-request",
  "after-response",
  "tests",
  "hooks",
  "grpc:before-call-start",
  "grpc:after-call-end",
  "grpc:before-message-send",
  "grpc:after-message-receive",
] as const;

/** A script. */
export const SCRIPT = mapping("A script", {
  type: word("When it runs", SCRIPT_TYPES),
  code: code("JavaScript", "text"),
  extensions: mapping("Of programs", {
    brace: mapping("Of Brace", {
      dialect: word("Whose API it is written for, too", ["postman"]),
    }),
  }, { open: true }),
}, { filled: ["type"] });

/** `scripts`. */
export const SCRIPTS = list("Scripts around the request", SCRIPT);

/** A row of the assertion table. */
export const ASSERTION = mapping("What must hold of the response", {
  expression: text("The left side: JavaScript over res, such as res.status"),
  operator: word("How the sides compare", Object.keys(OPERATOR_NAMES)),
  value: text("The right side, a template"),
  description: any("What it is for"),
  disabled: flag("Leave it out"),
  enabled: flag("false leaves it out, as disabled does"),
}, { filled: ["expression", "operator"] });

/** When an action is taken. */
export const ACTION_PHASES = ["before-request", "after-response"] as const;

/** Where an action can set a variable: everywhere but in the rows of data. */
export const ACTION_SCOPES = SCOPE_NAMES.filter((name) => name !== "data");

/** What finds the value of an action. */
export const SELECTOR = mapping("What it takes", {
  expression: text("JavaScript over res, such as res.body.id"),
  method: word("How it is read", ["jsonq"]),
}, { filled: ["expression"] });

/** Where the value of an action goes. */
export const TARGET = mapping("The variable that is set", {
  name: text("Its name"),
  scope: word("Where it is set (default: runtime)", ACTION_SCOPES),
}, { filled: ["name"] });

/** What is taken out of the response. */
export const ACTION = mapping("Takes a part of the response", {
  type: word("What is done", ["set-variable"]),
  phase: word("When (default: after-response)", ACTION_PHASES),
  selector: SELECTOR,
  variable: TARGET,
  description: any("What it is for"),
  disabled: flag("Leave it out"),
  enabled: flag("false leaves it out, as disabled does"),
}, { filled: ["type", "selector", "variable"] });

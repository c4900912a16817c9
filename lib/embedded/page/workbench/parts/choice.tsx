/** @jsxRuntime automatic */
/** @jsxImportSource preact */
/// <reference no-default-lib="true" />
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { HIDDEN } from "../api.ts";
import { useWorkbench } from "./context.tsx";

/** One of some words, or another text that the file has; empty where nothing is set. */
export function WordChoice({ title, about, value, options, onChoose }: {
  readonly title: string;
  readonly about: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChoose: (value: string) => void;
}) {
  const workbench = useWorkbench();
  const isKnown = value === "" || options.some(([it]) => it === value);
  return (
    <select
      aria-label={title}
      title={about}
      value={value}
      disabled={workbench.state?.readOnly}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">Not set</option>
      {options.map(([value, title]) => (
        <option key={value} value={value}>{title}</option>
      ))}
      {!isKnown && (
        <option value={value}>{value.replace(HIDDEN, "••••••")}</option>
      )}
    </select>
  );
}

/** A switch, which a `.bru` file has as a text. */
export function Switch({ title, about, value, onSet }: {
  readonly title: string;
  readonly about: string;
  readonly value: string;
  readonly onSet: (value: boolean | undefined) => void;
}) {
  return (
    <WordChoice
      title={title}
      about={about}
      value={value}
      options={[["true", "Yes"], ["false", "No"]]}
      onChoose={(text) => onSet(text === "" ? undefined : text === "true")}
    />
  );
}

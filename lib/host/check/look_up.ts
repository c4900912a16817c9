import {
  type ListedDefinition,
  type ListedVariable,
  type ShownValue,
  shownValue,
} from "../../tools/check/list_variables.ts";
import type { PlacedPrompt } from "../../tools/check/uses/texts_in.ts";
import type { RequestPlace } from "../../tools/check/places/reach.ts";
import {
  isSetBefore,
  type SetOrder,
} from "../../tools/check/places/set_order.ts";
import type { Use } from "../../tools/check/types.ts";
import { locatePlaces } from "./locate_places.ts";
import type { Locator } from "../locate/locator.ts";
import type { Masker } from "../../core/secrets/masker.ts";
import type { Location } from "../../core/source/diagnostic.ts";

/** A definition as it is shown. */
export interface LookedUpDefinition extends ShownValue {
  readonly scope: string;
  readonly label?: string;
  readonly by: ListedDefinition["by"];
  readonly secret: boolean;
  /** A secret without a value: the run takes the next definition below it. */
  readonly isPassedOver?: true;
  readonly location?: Location;
  /** What sets it. */
  readonly setBy?: string;
  /** Whether the request that was asked about finds it set; absent without one. */
  readonly isSet?: boolean;
}

/**
 * Whether a definition hides those behind it: it holds from the start of a run
 * on, for whoever finds them.
 */
export function isInForce(
  { by, isSet, scope }: Pick<LookedUpDefinition, "by" | "isSet" | "scope">,
  { isOfRequest, hasEnvironment }: {
    /** Whether variables are looked at from one request, not from the collection. */
    readonly isOfRequest: boolean;
    readonly hasEnvironment: boolean;
  },
): boolean {
  if (by !== "file" && by !== "flag" && isSet !== true) return false;
  switch (scope) {
    case "request":
    case "folder":
      return isOfRequest;
    case "environment":
      return hasEnvironment;
    default:
      return true;
  }
}

/** What is shown, with lines and columns. */
export interface LookedUp {
  readonly variables: readonly {
    readonly name: string;
    readonly definitions: readonly LookedUpDefinition[];
    /** How many definitions there are beyond the limit. */
    readonly more?: number;
  }[];
  readonly prompts: readonly {
    readonly question: string;
    readonly locations: readonly Location[];
  }[];
  readonly uses: readonly {
    readonly by: Use["by"];
    readonly expression?: string;
    readonly location: Location;
  }[];
}

/** Finds lines and columns, and how values are shown. */
export async function lookUp(
  { variables: all, prompts, uses }: {
    readonly variables: readonly ListedVariable[];
    readonly prompts: readonly PlacedPrompt[];
    readonly uses: readonly Use[];
  },
  { locator, masker, place, order, limit = Infinity }: {
    readonly locator: Pick<Locator, "locate">;
    readonly masker: Pick<Masker, "maskValue">;
    readonly place: RequestPlace | undefined;
    /** The order of a run; undefined where there is no index. */
    readonly order: SetOrder | undefined;
    /** So many definitions of a variable are looked up, the one that wins first. Default: all. */
    readonly limit?: number;
  },
): Promise<LookedUp> {
  const variables = all.map(({ name, definitions }) => ({
    name,
    definitions: definitions.slice(0, limit),
    ...(definitions.length > limit && { more: definitions.length - limit }),
  }));
  // By what stands there: some make their location anew for each who asks.
  const standing: { readonly location?: Location }[] = [
    ...variables.flatMap(({ definitions }) => definitions),
    ...prompts,
    ...uses,
  ];
  const places = standing.flatMap((it) => {
    const { location } = it;
    return location ? [{ it, location }] : [];
  });
  const found = await locatePlaces(
    places.map(({ location }) => location),
    locator,
  );
  const known = new Map(places.map(({ it }, index) => [it, found[index]]));
  const questions = Map.groupBy(prompts, ({ question }) => question);
  return {
    variables: variables.map(({ definitions, ...rest }) => ({
      ...rest,
      definitions: definitions.map((one): LookedUpDefinition => {
        const { scope, label, by, secret, setting } = one;
        return {
          scope,
          ...(label !== undefined && { label }),
          by,
          secret,
          ...(one.isPassedOver && { isPassedOver: true as const }),
          ...shownValue(one, masker),
          ...(known.has(one) && { location: known.get(one)! }),
          ...(setting && { setBy: setting.label }),
          ...(setting && place && order &&
            { isSet: isSetBefore(setting, place, order) }),
        };
      }),
    })),
    prompts: [...questions].map(([question, asked]) => ({
      question,
      locations: asked.map((it) => known.get(it)!),
    })),
    uses: uses.map((it) => ({
      by: it.by,
      ...(it.expression !== undefined && { expression: it.expression }),
      location: known.get(it)!,
    })),
  };
}

// At which await points a script is crashed.
import type { Span } from './stage.ts';

/** Before something begins, and after its last push: until then it is also in the tables. */
const BEFORE = 5;
const AFTER = 25;

/** How many points lie within each of what was asked for. */
export type During = Readonly<Record<string, number>>;

export interface Points {
  readonly points: readonly number[];
  readonly during: During;
}

/** All of them, or every one while something of what is asked for goes on and some around it. */
export function pointsOf(
  run: { readonly points: number; readonly spans: readonly Span[] },
  asked: readonly string[] | undefined,
): Points {
  const all = Array.from({ length: run.points }, (_, place) => place + 1);
  if (asked === undefined) return { points: all, during: {} };
  const spans = run.spans.filter(({ what }) => asked.includes(what));
  const isWithin = (point: number, { from, to }: Span) => point > from && point <= to;
  const isNear = (point: number, { from, to }: Span) => point > from - BEFORE && point <= to + AFTER;
  const within = (what: string) => (point: number) =>
    spans.some((span) => span.what === what && isWithin(point, span));
  return {
    points: all.filter((point) => spans.some((span) => isNear(point, span))),
    during: Object.fromEntries(asked.map((what) => [what, all.filter(within(what)).length])),
  };
}

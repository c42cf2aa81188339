// How long before its end a trade date gets narrow: minutes in the product, and a run has only a few of them. Turned
// while the source is being loaded, so it must run before anything else is imported.
import { registerHooks } from 'node:module';

export const REDUCE_ONLY_MS = 10_000;
export const FORCED_CLOSE_MS = 6_500;
export const OVERNIGHT_MS = 3_500;

const FILE = 'engine/src/oversea/terms.ts';
const KNOBS: readonly (readonly [string, string])[] = [
  ['REDUCE_ONLY_BEFORE_MS = 600_000', `REDUCE_ONLY_BEFORE_MS = ${REDUCE_ONLY_MS}`],
  ['FORCED_CLOSE_BEFORE_MS = 300_000', `FORCED_CLOSE_BEFORE_MS = ${FORCED_CLOSE_MS}`],
  ['OVERNIGHT_CHECK_BEFORE_MS = 60_000', `OVERNIGHT_CHECK_BEFORE_MS = ${OVERNIGHT_MS}`],
];

export function tuneOversea(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(FILE)) return loaded;
      let source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      for (const [from, to] of KNOBS) {
        if (!source.includes(from)) throw new Error(`the knob no longer fits ${FILE}`);
        source = source.replace(from, to);
      }
      return { ...loaded, source };
    },
  });
}

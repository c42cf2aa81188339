// Knobs that are constants in the sources: turned while the sources are being loaded, to values that nobody would
// choose. Must run before anything else is imported.
import { registerHooks } from 'node:module';

/** A payment of the product moves thousands of players, more than a run has. */
export const PLAYERS_AT_ONCE = 3;

const FILE = 'engine/src/binary/pay.ts';
const FROM = 'export const PLAYERS_PER_PAYMENT = 2_000;';

export function tune(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(FILE)) return loaded;
      const source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      if (!source.includes(FROM)) throw new Error(`the knob no longer fits ${FILE}`);
      return {
        ...loaded,
        source: source.replace(FROM, `export const PLAYERS_PER_PAYMENT = ${PLAYERS_AT_ONCE};`),
      };
    },
  });
}

// From a call to the desk: a command is made with the prices that its account needs. One that came too early, because the
// book was ahead of what is followed here or because funding comes first, is made anew and submitted once more.
import type { FuturesTerms, Priced, Quote } from '@maru/engine/futures/terms';
import { type AnyCommand, tooEarlyRefusals } from '@maru/engine/products';
import type { PlayerId, SiteId, WalletType } from '@maru/engine/purse';
import type { Millis } from '@maru/engine/time';
import type { Outcome } from '../desk/desk.ts';
import type { FuturesDeps } from './deps.ts';
import type { Holdings } from './holdings.ts';
import type { FuturesInstruments } from './instruments.ts';
import { pricedOf, usableQuote } from './quotes.ts';
import type { TermsOf } from './terms.ts';

/** What a command about one instrument needs to be decided. */
export interface Ground {
  readonly terms: FuturesTerms;
  readonly quote: Quote | undefined;
  /** The player's cross positions in the wallet. */
  readonly priced: readonly Priced[];
}

interface Asker {
  readonly site: SiteId;
  readonly player: PlayerId;
}

export interface Submit {
  /** Undefined where the site does not trade the instrument. */
  forInstrument(
    asker: Asker,
    instrument: number,
    make: (ground: Ground) => AnyCommand,
  ): Promise<Outcome | undefined>;
  /** With the prices of everything that the player holds in the wallet. */
  forWallet(
    asker: Asker,
    wallet: WalletType,
    make: (priced: readonly Priced[]) => AnyCommand,
  ): Promise<Outcome>;
}

/** A caller waits no longer than this for funding. */
const PATIENCE_MS = 8_000;

export function createSubmit({
  desk,
  prices,
  time,
  instruments,
  terms,
  holdings,
  whenFunded,
}: Pick<FuturesDeps, 'desk' | 'prices' | 'time'> & {
  readonly instruments: FuturesInstruments;
  readonly terms: TermsOf;
  readonly holdings: Holdings;
  /** Resolves when everything that is due now on what the player holds was funded, or when patience ends. */
  readonly whenFunded: (player: PlayerId, patienceMs: number) => Promise<void>;
}): Submit {
  const priced = ({ site }: Asker, numbers: Iterable<number>, now: Millis) =>
    pricedOf({ instruments, prices, terms }, { site, numbers, now });

  async function attempt(
    { player }: Asker,
    make: (now: Millis) => AnyCommand | undefined,
  ): Promise<Outcome | undefined> {
    const command = make(time.clock());
    if (command === undefined) return undefined;
    const outcome = await desk.submit(command);
    if (outcome.ok || !tooEarlyRefusals.has(outcome.refusal)) return outcome;
    if (outcome.refusal === 'FUNDING_DUE') await whenFunded(player, PATIENCE_MS);
    // Whatever the book had was followed before the refusal came back.
    const again = make(time.clock());
    return again === undefined ? undefined : desk.submit(again);
  }

  return {
    forInstrument: (asker, instrument, make) =>
      attempt(asker, (now) => {
        const own = terms.at(asker.site, instrument, now);
        const stock = instruments.byId(instrument)?.code;
        if (own === undefined || stock === undefined) return undefined;
        return make({
          terms: own,
          quote: usableQuote(prices, stock, now),
          priced: priced(asker, holdings.heldIn(asker.player, own.wallet, 'CROSS'), now),
        });
      }),
    async forWallet(asker, wallet, make) {
      const outcome = await attempt(asker, (now) =>
        make(priced(asker, holdings.heldIn(asker.player, wallet, 'ALL'), now)),
      );
      return outcome ?? { ok: false, refusal: 'TRY_AGAIN' };
    },
  };
}

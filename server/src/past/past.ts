// The account at a moment of the past, and its worth over the last days.
import { EQUITY_DAYS, EQUITY_STEP_MS, type EquityPoint, type PastAccount } from '@maru/contract/past/calls';
import { toDecimal } from '@maru/engine/amount';
import type { Instrument } from '@maru/engine/market/instrument';
import type { AccountThen } from '@maru/engine/past/account-then';
import type { PlayerId, SiteId } from '@maru/engine/purse';
import { DAY_MS, floorTo, later, type Millis, millis } from '@maru/engine/time';
import type { Database } from '../db/database.ts';
import type { PastView } from '../product/server-product.ts';
import type { Rates } from '../rates/rates.ts';
import type { ArchivedBefore } from './base-account.ts';
import type { FoldAccount, FoldedAccount } from './fold-account.ts';
import type { FoldedMoment } from './fold-messages.ts';
import type { PriceAt, PricesThen } from './prices-then.ts';
import { listSteps } from './store.ts';
import { type ValuedAccount, valueAccount } from './value-account.ts';
import { wireMoment, wireRate, wireStep, wireThing, wireWallets } from './wire.ts';

export interface Whose {
  readonly player: PlayerId;
  readonly site: SiteId;
}

export interface PastAccounts {
  /** At a moment, or right after an event of the account; `MISSING` when it has no such event. */
  at(whose: Whose, moment: { readonly at: Millis; readonly seq: number | undefined }): Promise<PastAnswer>;
  equity(whose: Whose, now: Millis): Promise<readonly EquityPoint[]>;
}

export type PastAnswer = PastAccount | ArchivedBefore | 'MISSING';

const LAST_MOMENT = millis(Number.MAX_SAFE_INTEGER);

export function createPastAccounts({
  database,
  instruments,
  foldAccount,
  prices,
  rates,
  views,
}: {
  readonly database: Database;
  readonly instruments: readonly Instrument[];
  readonly foldAccount: FoldAccount;
  readonly prices: PricesThen;
  readonly rates: Pick<Rates, 'quotesAt' | 'quotesWithin' | 'currencies'>;
  readonly views: readonly PastView[];
}): PastAccounts {
  const byId = new Map(instruments.map((each) => [each.id, each]));
  const viewOf = (product: string): PastView | undefined =>
    views.find(({ products }) => products.includes(product));

  async function pricesAt({ open }: AccountThen, at: Millis): Promise<ReadonlyMap<number, PriceAt>> {
    const found = new Map<number, PriceAt>();
    for (const thing of open) {
      const instrument = thing.kind === 'POSITION' ? byId.get(thing.instrument) : undefined;
      const wanted = viewOf(thing.product)?.positions?.priceOf;
      if (instrument === undefined || wanted === undefined || found.has(instrument.id)) continue;
      const price = await prices.at(instrument, wanted, at);
      if (price !== undefined) found.set(instrument.id, price);
    }
    return found;
  }

  function wireThings(account: AccountThen, { things }: ValuedAccount): PastAccount['open'] {
    const currencies = new Map(account.wallets.map(({ type, currency }) => [type, currency]));
    return things.map((valued) => {
      const { thing } = valued;
      const id =
        thing.kind === 'BET'
          ? viewOf(thing.product)?.instrumentOf?.(thing)
          : thing.kind === 'REQUEST'
            ? undefined
            : thing.instrument;
      const instrument = id === undefined ? undefined : byId.get(id);
      return wireThing(valued, { instrument, currency: currencies.get(thing.wallet) ?? '' });
    });
  }

  async function stepsAround({ player }: Whose, seq: number) {
    const rows = await database.transaction((tx) => listSteps(tx, player, [seq - 1, seq, seq + 1]));
    const rowOf = (wanted: number) => rows.find((row) => row.seq === wanted);
    return { before: rowOf(seq - 1), own: rowOf(seq), after: rowOf(seq + 1) };
  }

  async function describe(
    whose: Whose,
    moment: FoldedMoment,
    { at, since }: { readonly at: Millis; readonly since: FoldedAccount['since'] },
  ): Promise<PastAccount> {
    const account = moment.account as AccountThen;
    const [found, quoteOf] = [await pricesAt(account, at), await rates.quotesAt(at)];
    const valued = valueAccount(account, {
      site: whose.site,
      at,
      viewOf,
      priceOf: (instrument) => found.get(instrument),
      quoteOf,
    });
    const steps = await stepsAround(whose, moment.seq);
    // At a moment between two events the one before is the newest that is in it.
    const isAtEvent = steps.own?.at === at;
    const before = isAtEvent ? steps.before : steps.own;
    return {
      atMillis: at,
      ...wireMoment(moment),
      since: { atMillis: since.at, seq: since.seq, digest: since.digest },
      // One that cannot be shown any more is no step.
      before: wireStep(before !== undefined && before.seq >= since.seq - 1 ? before : undefined),
      after: wireStep(steps.after),
      won: valued.won === undefined ? null : toDecimal(valued.won),
      isPartial: valued.isPartial,
      rate: wireRate(quoteOf),
      wallets: wireWallets(valued),
      open: wireThings(account, valued),
    };
  }

  return {
    async at(whose, { at, seq }) {
      const instants = [seq === undefined ? at : LAST_MOMENT];
      const folded = await foldAccount.fold({ ...whose, instants, lastSeq: seq });
      if (folded === 'MISSING' || 'archivedBefore' in folded) return folded;
      const [[moment], since] = [folded.moments, folded.since];
      if (moment?.account === undefined || (seq !== undefined && moment.seq !== seq)) return 'MISSING';
      if (seq === undefined) return describe(whose, moment, { at, since });
      // The last event before the snapshot is shown as of the snapshot.
      const { own } = await stepsAround(whose, seq);
      return describe(whose, moment, { at: seq < since.seq ? since.at : (own?.at ?? since.at), since });
    },
    async equity(whose, now) {
      const folded = await foldAccount.fold({ ...whose, instants: equityInstants(now), withFirst: true });
      if (folded === 'MISSING' || 'archivedBefore' in folded) return [];
      const { instants, moments } = folded;
      const window = { from: instants[0] ?? now, to: now };
      const held = moments.flatMap(({ account }) =>
        (account?.open ?? []).flatMap((thing) => positionIn(thing) ?? []),
      );
      const priceOf = await prices.line(
        [...new Set(held)].flatMap((id) => byId.get(id) ?? []),
        window,
      );
      const quotes = await rates.quotesWithin(rates.currencies, window);
      return moments.flatMap(({ account }, index): EquityPoint[] => {
        const at = instants[index] as Millis;
        if (account === undefined) return [];
        const valued = valueAccount(account, {
          site: whose.site,
          at,
          viewOf,
          priceOf(instrument) {
            const price = priceOf(instrument, at);
            return price === undefined ? undefined : { price, of: 'LAST' };
          },
          quoteOf: quotes(at),
        });
        const { won, isPartial } = valued;
        return [{ atMillis: at, won: won === undefined ? null : toDecimal(won), isPartial }];
      });
    },
  };
}

const positionIn = (thing: AccountThen['open'][number]): number | undefined =>
  thing.kind === 'POSITION' ? thing.instrument : undefined;

/** Every few hours of the last days, and now. */
function equityInstants(now: Millis): readonly Millis[] {
  const last = floorTo(now, EQUITY_STEP_MS);
  const count = (EQUITY_DAYS * DAY_MS) / EQUITY_STEP_MS;
  const instants = Array.from({ length: count }, (_, index) =>
    later(last, (index - count + 1) * EQUITY_STEP_MS),
  );
  return last === now ? instants : [...instants, now];
}

// What the watch needs to know of overseas futures: the levels of orders and exits, the loss-cut, and the commands.
import { type Amount, divide } from '../amount.ts';
import type { Quote } from '../market/quote.ts';
import type { Fires } from '../market/trigger-index.ts';
import type { PlayerId, SiteId, WalletType } from '../purse.ts';
import { createLegs } from '../watch/legs.ts';
import type { Level } from '../watch/levels.ts';
import type { Placement, SeenPrices, TermsOf, WatchRules } from '../watch/rules.ts';
import { createWatch, type Watch } from '../watch/watch.ts';
import type { CutOverseaLosses, ExitOverseaPosition, FillOverseaOrder } from './commands.ts';
import { atLast, isFillable, isKnown, isSilent, type MarkedPosition, markAll, standingOf } from './equity.ts';
import { pnlOf, priceWherePnl, quoteAtEntry, tpslPrices } from './pricing.ts';
import type { OverseaAccount, OverseaOrder, OverseaPosition, OverseaState } from './state.ts';
import type { OverseaTerms, Priced } from './terms.ts';

export type WatchCommand = CutOverseaLosses | ExitOverseaPosition | FillOverseaOrder;

interface OverseaWatchTypes {
  readonly order: OverseaOrder;
  readonly position: OverseaPosition;
  readonly account: OverseaAccount;
  readonly terms: OverseaTerms;
  readonly quote: Quote;
  readonly command: WatchCommand;
}

type OverseaRules = WatchRules<OverseaWatchTypes>;
export type OverseaWatch = Watch<OverseaWatchTypes>;

interface OverseaWatchDeps {
  readonly state: OverseaState;
  readonly termsOf: TermsOf<OverseaWatchTypes>;
  /** The smallest amount that such a wallet of the site holds. */
  readonly unitOf: (site: SiteId, wallet: WalletType) => Amount;
}

const legs = createLegs({ ORDER: 'ORDER', TP: 'POSITION', SL: 'POSITION', GUARD: 'POSITION' });

export const createOverseaWatch = ({ state, termsOf, unitOf }: OverseaWatchDeps): OverseaWatch =>
  createWatch({
    rules: { ...rules, judge: judgeWith(unitOf), targetOf: targetIn(state) },
    state,
    termsOf,
  });

const rules: Omit<OverseaRules, 'judge' | 'targetOf'> = {
  legs,
  touched: ({ kind, steps }) => (kind.startsWith('OVERSEA_') ? steps.map(({ player }) => player) : NOBODY),
  levelsOfOrder({ id, type, side, fires, price }) {
    const by = type === 'LIMIT' ? (side === 'LONG' ? 'ask' : 'bid') : 'last';
    return [{ id: legs.idOf(id, 'ORDER'), by, fires, level: price }];
  },
  levelsOfPosition(position, { tickSize }) {
    const { tp, sl } = tpslPrices(position, tickSize);
    const isLong = position.side === 'LONG';
    const levels: Level[] = [];
    const add = (leg: 'TP' | 'SL', level: Level['level'] | undefined, isAbove: boolean) => {
      const fires: Fires = isAbove ? 'AT_OR_ABOVE' : 'AT_OR_BELOW';
      if (level !== undefined) levels.push({ id: legs.idOf(position.id, leg), by: 'last', fires, level });
    };
    add('TP', tp, isLong);
    add('SL', sl, !isLong);
    return levels;
  },
  isFillable,
  partOf: ({ wallet }) => ({ wallet }),
  commandOf(id, { id: owner, site, player }, { terms, quote, isAfterGap, isFirstPrice }) {
    const common = { site, player, terms, quote, isAfterGap };
    const leg = legs.legOf(id);
    if (leg === 'TP' || leg === 'SL')
      return { kind: 'EXIT_OVERSEA_POSITION', ...common, position: owner, leg };
    return {
      kind: 'FILL_OVERSEA_ORDER',
      ...common,
      order: owner,
      ...(isFirstPrice ? { isFirstPrice } : {}),
    };
  },
  rankOf: (id, owner) => RANKS['type' in owner && owner.type === 'STOPMARKET' ? 'STOP' : legs.legOf(id)],
  judgedBy(event) {
    const isCut = event.kind === 'OVERSEA_FILLED' && event.lossCut !== undefined;
    return isCut ? { wallet: event.fills[0]!.wallet } : undefined;
  },
};

const targetIn =
  ({ accounts }: OverseaState): OverseaRules['targetOf'] =>
  (command) => {
    switch (command.kind) {
      case 'CUT_OVERSEA_LOSSES': {
        // All positions of a player lie in one wallet; the terms may have changed to another one since.
        const [held] = accounts.get(command.player)?.positions.values() ?? [];
        return held && { part: { wallet: held.wallet } };
      }
      case 'EXIT_OVERSEA_POSITION':
        return { leg: legs.idOf(command.position, command.leg) };
      case 'FILL_OVERSEA_ORDER':
        return { leg: legs.idOf(command.order, 'ORDER') };
    }
  };

const NOBODY: readonly PlayerId[] = Object.freeze([]);

/** docs/rules.md 3.5: on one tick loss-cuts come first, then these, each oldest first. */
const RANKS = { GUARD: 0, SL: 1, TP: 2, STOP: 3, ORDER: 4 } as const;

/**
 * What an account may still lose is split evenly over its positions, and each is guarded at the price where it has lost
 * its share: as long as no guard is reached, all of them together have not lost all of it.
 */
const judgeWith =
  (unitOf: OverseaWatchDeps['unitOf']): OverseaRules['judge'] =>
  ({ player, account, free }, prices) => {
    const { now, listeningSince } = prices;
    const [first] = account.positions.values();
    const marked = markAll(account.positions, (position) => pricedOf(position, prices));
    if (first === undefined || marked === undefined) return 'LATER';
    const unit = unitOf(first.site, first.wallet);
    const { headroom } = standingOf(marked.map(atLast), { free, unit, orders: account.orders });
    if (headroom > 0n) {
      const share = { headroom, positions: marked.length, unit };
      return { guards: marked.map((each) => guardOf(each, share)) };
    }
    const isJudged =
      marked.every((each) => isKnown(each, now) || isSilent(each, now, listeningSince)) &&
      marked.some((each) => isFillable(each, now));
    if (!isJudged) return 'LATER';
    return {
      command: {
        kind: 'CUT_OVERSEA_LOSSES',
        site: first.site,
        player,
        priced: marked.map(({ terms, quote }) => ({ terms, quote })),
        isAfterGap: marked.some(({ terms }) => prices.isAfterGap(terms)),
      },
    };
  };

/** Without any price a position counts with what it was opened at. */
function pricedOf(position: OverseaPosition, prices: SeenPrices<OverseaWatchTypes>): Priced | undefined {
  const priced = prices.pricedOf(position);
  const terms = priced?.terms ?? prices.termsOf(position.site, position.instrument, prices.now);
  if (priced !== undefined || terms === undefined) return priced;
  return { terms, quote: quoteAtEntry(position.entry) };
}

function guardOf(
  { position, terms, quote }: MarkedPosition<OverseaPosition>,
  of: { readonly headroom: Amount; readonly positions: number; readonly unit: Amount },
): Placement {
  const { id, instrument, side } = position;
  const parts = BigInt(of.positions);
  const pnl = pnlOf(position, quote.last, terms, of.unit);
  const most = divide(pnl * parts - of.headroom, parts, 'down') as Amount;
  const level = priceWherePnl(position, most, terms, of.unit);
  const fires = side === 'LONG' ? 'AT_OR_BELOW' : 'AT_OR_ABOVE';
  return { instrument, level: { id: legs.idOf(id, 'GUARD'), by: 'last', fires, level } };
}

// With which leverage and margin type a player trades an instrument, as far as something is open in it (docs/rules.md
// 3.8).
import type { Book, Player } from '../book.ts';
import type { Context } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import { playerEvent } from '../event.ts';
import { accountOf, factsOf, walletOf } from './account.ts';
import type { SetFuturesLeverage, SetFuturesMarginType } from './commands.ts';
import type { FuturesLeverageSet } from './events.ts';
import { fundingGate } from './gates.ts';
import {
  type LeverageFault,
  leverageFault,
  marginTypeFault,
  type TermsFault,
  withLeverage,
} from './leverage-fault.ts';
import { stateOf } from './plan.ts';
import { restingOrder } from './settle.ts';
import { type PricedOf, pricedIn } from './standing.ts';
import type { FuturesAccount, FuturesOrder, FuturesPosition } from './state.ts';
import type { FuturesTerms } from './terms.ts';

type PlayerRefusal = 'PARTNER_CANNOT_TRADE' | 'WALLET_UNSUPPORTED';

export type LeverageRefusal = PlayerRefusal | LeverageFault | 'FUNDING_DUE';

export function setLeverage(
  book: Book,
  player: Player,
  command: SetFuturesLeverage,
  context: Context,
): Decision<FuturesLeverageSet, LeverageRefusal> {
  const { leverage, terms, quote } = command;
  const barred = playerFault(player, terms);
  if (barred !== undefined) return refuse(barred);
  const { now } = context;
  const wallet = walletOf(player, terms.wallet);
  const fault = leverageFault(
    { facts: factsOf(book, player, wallet), terms, quote, pricedOf: pricedOf(command), now, leverage },
    (position) => fundingGate(book, player, position, terms, now),
  );
  if (fault !== undefined) return refuse(fault);

  // All checks passed: below this line nothing may fail.
  const { position, orders } = openIn(accountOf(book, player), terms);
  const open = position ?? orders.find(({ reduceOnly }) => !reduceOnly);
  return accept({
    ...playerEvent('FUTURES_LEVERAGE_SET', book, player, context),
    instrument: terms.instrument,
    leverage,
    marginType: open?.marginType ?? command.marginType,
    ...(position === undefined ? undefined : { position: { ...stateOf(position), leverage } }),
    orders: orders.map((order) => withLeverage(restingOrder(order), command, wallet.unit)),
  });
}

export type MarginTypeRefusal = PlayerRefusal | TermsFault | 'MARGIN_TYPE_WITH_OPEN';

export function setMarginType(
  book: Book,
  player: Player,
  command: SetFuturesMarginType,
  context: Context,
): Decision<FuturesLeverageSet, MarginTypeRefusal> {
  const { leverage, marginType, terms } = command;
  const barred = playerFault(player, terms);
  if (barred !== undefined) return refuse(barred);
  const facts = factsOf(book, player, walletOf(player, terms.wallet));
  const fault = marginTypeFault({ facts, terms, leverage });
  if (fault !== undefined) return refuse(fault);

  // All checks passed: below this line nothing may fail.
  return accept({
    ...playerEvent('FUTURES_LEVERAGE_SET', book, player, context),
    instrument: terms.instrument,
    leverage,
    marginType,
    orders: [],
  });
}

function playerFault({ role, wallets }: Player, { wallet }: FuturesTerms): PlayerRefusal | undefined {
  if (role === 'PARTNER') return 'PARTNER_CANNOT_TRADE';
  return wallets.has(wallet) ? undefined : 'WALLET_UNSUPPORTED';
}

interface OpenIn {
  readonly position: FuturesPosition | undefined;
  readonly orders: readonly FuturesOrder[];
}

const openIn = ({ positions, orders }: FuturesAccount, { instrument }: FuturesTerms): OpenIn => ({
  position: positions.get(instrument),
  orders: Array.from(orders.values()).filter((order) => order.instrument === instrument),
});

/** The prices that came with the command, and that of the instrument itself. */
function pricedOf({ priced, terms, quote }: SetFuturesLeverage): PricedOf {
  const others = pricedIn(priced);
  return (instrument) =>
    others(instrument) ?? (instrument === terms.instrument && quote ? { terms, quote } : undefined);
}

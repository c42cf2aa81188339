// What must move when something happens, from the rule book (docs/rules.md 6.1): the twin's own result, leg by leg.
import type { AnyEvent } from '@maru/engine/products';
import { ownerOfEvent } from './products.ts';
import type { TwinState } from './twin.ts';
import { Violation } from './violation.ts';

export interface Leg {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly units: bigint;
  readonly reason: string;
}

/** Whom an event of the platform touches, and what moves. */
export interface Moves {
  readonly players: readonly number[];
  readonly legs: readonly Leg[];
}

/** From, to, units and reason. What moves nothing is no leg. */
export type Move = readonly [from: string, to: string, units: bigint, reason: string];

export const legsOf = (currency: string, moves: readonly Move[]): readonly Leg[] =>
  moves
    .filter(([, , units]) => units > 0n)
    .map(([from, to, units, reason]) => ({ from, to, currency, units, reason }));

export const pursesOf = (player: number, wallet: string) => ({
  free: `${player}:${wallet}:free`,
  wait: `${player}:${wallet}:wait`,
  debt: `${player}:${wallet}:debt`,
});

export const unitsIn = ({ money }: Pick<TwinState, 'money'>, purse: string): bigint =>
  money.get(purse)?.units ?? 0n;

export function expectedLegs(state: TwinState, event: AnyEvent, player: number): readonly Leg[] {
  const currencyOf = (wallet: string) => currencyIn(state, event, player, wallet);
  switch (event.kind) {
    case 'ACCOUNT_OPENED':
      // The credit is a setting of the site, so only its path is known here; the amount is checked against the command.
      return event.transfers.flatMap(({ currency, amount, to, reason }) => {
        const house = `house:${event.site}:practice:${currency}`;
        if (reason === 'TRIAL_RESULT') {
          const { wallet = '?', profit = 0n } = event.trial ?? {};
          const { free } = pursesOf(player, wallet);
          const [from, until] = profit < 0n ? [free, house] : [house, free];
          return legsOf(currency, [[from, until, profit < 0n ? -profit : profit, 'TRIAL_RESULT']]);
        }
        const wallet =
          event.wallets.find((each) => each.currency === currency && pursesOf(player, each.type).free === to)
            ?.type ?? '?';
        return legsOf(currency, [[house, pursesOf(player, wallet).free, amount, 'PRACTICE_CREDIT']]);
      });
    case 'PRACTICE_REFILLED': {
      const currency = currencyOf(event.wallet);
      const { free } = pursesOf(player, event.wallet);
      const house = `house:${event.site}:practice:${currency}`;
      return legsOf(currency, [
        [free, house, unitsIn(state, free), 'PRACTICE_RETURN'],
        [house, free, event.amount, 'PRACTICE_REFILL'],
      ]);
    }
    case 'FUNDS_HELD': {
      const { free, wait } = pursesOf(player, event.wallet);
      return legsOf(currencyOf(event.wallet), [[free, wait, event.amount, 'HOLD']]);
    }
    case 'FUNDS_RELEASED': {
      const hold = state.holds.get(event.hold);
      if (hold === undefined) throw new Violation('I-13', `event ${event.id} ends hold ${event.hold} again`);
      if (hold.player !== player || hold.wallet !== event.wallet)
        throw new Violation('I-14', `hold ${event.hold} changed its player or wallet`);
      const { free, wait } = pursesOf(player, hold.wallet);
      return legsOf(currencyOf(hold.wallet), [[wait, free, hold.units, 'RELEASE']]);
    }
    case 'ACCOUNT_BLOCKED':
    case 'ACCOUNT_UNBLOCKED':
    case 'SESSIONS_ENDED':
      return [];
    default: {
      const legs = ownerOfEvent(event)?.legs(state, event, player);
      if (legs === undefined)
        throw new Violation('I-06', `event ${event.id} (${event.kind}) is of no product`);
      return legs;
    }
  }
}

export function currencyIn(state: TwinState, event: AnyEvent, player: number, wallet: string): string {
  const currency = state.players.get(player)?.wallets.get(wallet)?.currency;
  if (currency === undefined)
    throw new Violation('I-14', `event ${event.id} is on an unknown wallet ${wallet}`);
  return currency;
}

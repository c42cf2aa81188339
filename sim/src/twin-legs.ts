// What must move when something happens, from the rule book (docs/rules.md 6.1): the twin's own answer, leg by leg.
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

export function expectedLegs(state: TwinState, event: AnyEvent, player: number): readonly Leg[] {
  const currencyOf = (wallet: string) => currencyIn(state, event, player, wallet);
  switch (event.kind) {
    case 'ACCOUNT_OPENED':
      // The credit is a setting of the site, so only its path is known here; the amount is held against the command.
      return event.transfers.map(({ currency, amount }) => {
        const wallet = event.wallets.find((each) => each.currency === currency)?.type ?? '?';
        return {
          from: `house:${event.site}:practice:${currency}`,
          to: `${player}:${wallet}:free`,
          currency,
          units: amount,
          reason: 'PRACTICE_CREDIT',
        };
      });
    case 'PRACTICE_REFILLED': {
      const currency = currencyOf(event.wallet);
      const free = `${player}:${event.wallet}:free`;
      const house = `house:${event.site}:practice:${currency}`;
      const left = state.money.get(free)?.units ?? 0n;
      const back = { from: free, to: house, currency, units: left, reason: 'PRACTICE_RETURN' };
      const refill = { from: house, to: free, currency, units: event.amount, reason: 'PRACTICE_REFILL' };
      return left > 0n ? [back, refill] : [refill];
    }
    case 'FUNDS_HELD':
      return [
        {
          from: `${player}:${event.wallet}:free`,
          to: `${player}:${event.wallet}:wait`,
          currency: currencyOf(event.wallet),
          units: event.amount,
          reason: 'HOLD',
        },
      ];
    case 'FUNDS_RELEASED': {
      const hold = state.holds.get(event.hold);
      if (hold === undefined) throw new Violation('I-13', `event ${event.id} ends hold ${event.hold} again`);
      if (hold.player !== player || hold.wallet !== event.wallet)
        throw new Violation('I-14', `hold ${event.hold} changed its player or wallet`);
      return [
        {
          from: `${player}:${hold.wallet}:wait`,
          to: `${player}:${hold.wallet}:free`,
          currency: currencyOf(hold.wallet),
          units: hold.units,
          reason: 'RELEASE',
        },
      ];
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

// The money of an account: the balances follow from its events, each one from the one before, and are what is shown.
import { amount } from '@maru/engine/amount';
import type { AccountEvent, Shown } from './drill-log.ts';

type Purses = ReadonlyMap<string, bigint>;

const purse = (wallet: unknown, part: string): string => `${String(wallet)}:${part}`;
const units = (text: unknown): bigint => amount(String(text));

/** What an event must move, by purse; undefined where the rules are more than a sum. */
function movedBy({ type, data }: AccountEvent): Purses | undefined {
  const { wallet, stake, from, to, paid, received, sender, recipient } = data;
  switch (type) {
    case 'BET_PLACED':
    case 'BALL_BET_PLACED':
      return new Map([
        [purse(wallet, 'free'), -units(stake)],
        [purse(wallet, 'wait'), units(stake)],
      ]);
    case 'CONVERTED':
      return new Map([
        [purse(from, 'free'), -units(paid)],
        [purse(to, 'free'), units(received)],
      ]);
    case 'MONEY_TRANSFERRED':
      if (sender !== recipient) return undefined;
      return new Map([
        [purse(from, 'free'), -units(data['amount'])],
        [purse(to, 'free'), units(data['amount'])],
      ]);
    default:
      return undefined;
  }
}

export function moneyComplaints({ events, wallets }: Pick<Shown, 'events' | 'wallets'>): readonly string[] {
  const complaints: string[] = [];
  const balances = new Map<string, bigint>();
  for (const event of events) {
    const moved = movedBy(event);
    const after = new Map(
      event.data.balances.map(({ walletType, part, balance }) => [purse(walletType, part), units(balance)]),
    );
    for (const [name, change] of moved ?? []) {
      const expected = (balances.get(name) ?? 0n) + change;
      if (after.get(name) !== expected)
        complaints.push(
          `money: after event ${event.seq} ${event.type} ${name} has ${after.get(name)} units and not ${expected}`,
        );
    }
    if (
      event.type === 'PRACTICE_REFILLED' &&
      after.get(purse(event.data['wallet'], 'free')) !== units(event.data['amount'])
    )
      complaints.push(`money: event ${event.seq} refilled to another amount than it says`);
    for (const [name, balance] of after) balances.set(name, balance);
  }
  for (const [wallet, { point, gameWaitPoint }] of Object.entries(wallets))
    for (const [part, shown] of [['free', point] as const, ['wait', gameWaitPoint] as const]) {
      const balance = balances.get(purse(wallet, part)) ?? 0n;
      // Free money below zero is shown as none.
      if (units(shown) !== (balance < 0n ? 0n : balance))
        complaints.push(`money: ${wallet} shows ${shown} ${part}, and its events say ${balance} units`);
    }
  return complaints;
}

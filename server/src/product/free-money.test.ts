import { amount, ZERO } from '@maru/engine/amount';
import { type PlayerId, playerId, playerPurse, type WalletType } from '@maru/engine/purse';
import { expect, test } from 'vitest';
import { createFreeMoney } from './free-money.ts';

const [one, two] = [playerId(1), playerId(2)];

function stand() {
  const money = createFreeMoney((player) => player === one);
  const note = (player: PlayerId, wallet: WalletType, purpose: 'free' | 'wait', balance: string) =>
    money.note({ purse: playerPurse(player, wallet, purpose), balance: amount(balance) });
  return { money, note };
}

test('each wallet of a player has its newest balance, and no other purse changes it', () => {
  const { money, note } = stand();
  note(one, 'FUTURES', 'free', '10');
  note(one, 'COIN', 'free', '7');
  note(one, 'FUTURES', 'free', '12');
  note(one, 'FUTURES', 'wait', '99');
  expect(money.of(one, 'FUTURES')).toBe(amount('12'));
  expect(money.of(one, 'COIN')).toBe(amount('7'));
  expect(money.of(one, 'BINARY')).toBe(ZERO);
});

test('who holds nothing is not kept, and who is forgotten has nothing', () => {
  const { money, note } = stand();
  note(one, 'FUTURES', 'free', '10');
  note(two, 'FUTURES', 'free', '10');
  money.forget(one);
  expect([money.of(one, 'FUTURES'), money.of(two, 'FUTURES')]).toEqual([ZERO, ZERO]);
});

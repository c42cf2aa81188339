// What followers and traders are pushed and told of copies, from the events alone.
import { futuresNotifications } from '@maru/contract/futures/notifications';
import { createNotificationsOf } from '@maru/contract/notification/of-push';
import { notificationText } from '@maru/contract/notification/words';
import type { CopyPush, FuturesPush } from '@maru/contract/realtime';
import { amount } from '@maru/engine/amount';
import {
  closeCopies,
  closeLead,
  end,
  followedWorld,
  mirror,
  moveTo,
  order,
  setTrader,
  share,
  type World,
} from '@maru/engine/copytrade/testing';
import { BTC } from '@maru/engine/futures/testing';
import type { AnyEvent } from '@maru/engine/products';
import { playerId } from '@maru/engine/purse';
import { millis } from '@maru/engine/time';
import { beforeEach, expect, test } from 'vitest';
import { futuresPushes } from '../futures/pushes.ts';
import { bitcoin } from '../market/testing.ts';
import { createEventPushes } from '../push/event-pushes.ts';
import { copytradePushes, detachedPush } from './pushes.ts';

const pushes = createEventPushes(
  [{ pushesOf: futuresPushes }, { pushesOf: copytradePushes }],
  [{ ...bitcoin, id: BTC.instrument }],
);
const notificationsOf = createNotificationsOf([futuresNotifications]);

let world: World;
let events: AnyEvent[];
function begin(request: Parameters<typeof followedWorld>[0] = {}): void {
  events = [];
  world = followedWorld(request);
  world.onEvent = (event) => events.push(structuredClone(event));
}
beforeEach(() => begin());

/** What the newest event says of copying to this player. */
const copyOf = (player: number): readonly (CopyPush & { readonly type: string })[] =>
  pushes
    .of(events.at(-1)!, playerId(player))
    .filter(({ push }) => push.type.startsWith('COPYTRADE_'))
    .map(({ push: { type, data } }) => ({ type, ...(data as FuturesPush).copy! }));

const toldTo = (player: number): readonly string[] =>
  pushes
    .of(events.at(-1)!, playerId(player))
    .flatMap(({ queue, push }) => notificationsOf(queue, push))
    .map(({ content }) => {
      const { title, line } = notificationText(content, { language: 'ko', describe: () => undefined });
      return `${title} | ${line}`;
    });

test('a trader is pushed what is copied, and is told of the fill alone', () => {
  order(world);
  expect(copyOf(1)).toMatchObject([
    { type: 'COPYTRADE_OPEN', role: 'TRADER', copied: { stock: 'BTCUSDT', tradeType: 'LONG', isOpen: true } },
  ]);
  for (const told of toldTo(1)) expect(told).toContain('오더 체결완료');
  closeLead(world);
  expect(copyOf(1)).toMatchObject([{ type: 'COPYTRADE_CLOSE', copied: { qty: '0.1', isOpen: false } }]);
});

test('a follower is pushed and told each copy once', () => {
  order(world);
  mirror(world);
  expect(copyOf(2)).toMatchObject([
    { type: 'COPYTRADE_OPEN', role: 'FOLLOWER', copied: { cause: 'LEAD', qty: '0.1', net: null } },
  ]);
  expect(toldTo(2)).toEqual(['카피 주문이 열렸습니다 | BTCUSDT']);
  expect(copyOf(1)).toEqual([]);
  closeLead(world);
  mirror(world);
  expect(copyOf(2)).toMatchObject([
    { type: 'COPYTRADE_CLOSE', copied: { isOpen: false, net: expect.stringMatching(/^-/) } },
  ]);
  expect(toldTo(2)).toEqual(['카피 주문이 닫혔습니다 | BTCUSDT']);
});

test('a follower is told why a lead was missed, but not what was paused', () => {
  order(world);
  moveTo(world, '62000');
  mirror(world);
  expect(copyOf(2)).toMatchObject([
    { type: 'COPYTRADE_MISSED', copied: { reason: 'SLIPPAGE', qty: null, isOpen: true } },
  ]);
  expect(toldTo(2)).toEqual(['카피 주문이 체결되지 않았습니다 | BTCUSDT · 가격이 한도보다 불리']);
  closeLead(world);
  mirror(world);
  expect(copyOf(2)).toEqual([]);
  begin({ isPaused: true });
  order(world);
  mirror(world);
  expect(copyOf(2)).toMatchObject([{ type: 'COPYTRADE_MISSED', copied: { reason: 'PAUSED' } }]);
  expect(toldTo(2)).toEqual([]);
});

test('reaching the loss limit is told as a risk', () => {
  begin({ lossLimit: amount('50') });
  order(world);
  mirror(world);
  moveTo(world, '58000');
  closeCopies(world, 'LOSS_LIMIT');
  expect(copyOf(2)).toMatchObject([{ type: 'COPYTRADE_CLOSE', copied: { cause: 'LOSS_LIMIT' } }]);
  expect(toldTo(2)).toEqual(['손실 한도에 닿아 카피를 닫았습니다 | BTCUSDT']);
});

test('both sides are told of a share, and a follower of the end', () => {
  order(world);
  mirror(world);
  moveTo(world, '61000');
  closeLead(world);
  mirror(world);
  share(world);
  expect(copyOf(1)).toMatchObject([{ type: 'COPYTRADE_SHARE', role: 'TRADER', share: { currency: 'USDT' } }]);
  expect(toldTo(1)).toEqual([expect.stringMatching(/^수익 분배를 받았습니다 \| [\d.]+ USDT$/)]);
  expect(toldTo(2)).toEqual([expect.stringMatching(/^수익 분배를 보냈습니다 \| [\d.]+ USDT$/)]);
  end(world, { session: 1 });
  expect(copyOf(2)).toMatchObject([{ type: 'COPYTRADE_FOLLOW', follow: 'ENDED', endedBy: 'FOLLOWER' }]);
  expect(copyOf(1)).toMatchObject([{ type: 'COPYTRADE_FOLLOW', role: 'TRADER', follow: 'ENDED' }]);
  expect(toldTo(2)).toEqual(['팔로우가 끝났습니다 | 수익 분배 0 USDT']);
  setTrader(world, { status: 'OFF' });
  expect(copyOf(1)).toMatchObject([{ type: 'COPYTRADE_TRADER' }]);
});

test('a follower who is detached is told by the name of the follow, because no event is theirs', () => {
  const push = detachedPush(77, millis(1_000));
  const [told, ...others] = notificationsOf('futures', push);
  expect(others).toEqual([]);
  expect(told).toMatchObject({
    id: 'follow 77 detached',
    category: 'RISK',
    at: 1_000,
    path: '/copytrade/mine',
  });
  const texts = (['ko', 'en'] as const).map((language) =>
    notificationText(told!.content, { language, describe: () => undefined }),
  );
  expect(texts.map(({ title }) => title)).toEqual([
    '이제 트레이더를 따라가지 않습니다',
    'Your trader is not copied any more',
  ]);
  // A state without a name is still nothing that happened.
  const { copy: _, ...crossed } = push.data;
  expect(notificationsOf('futures', { ...push, data: crossed })).toEqual([]);
});

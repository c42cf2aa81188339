// The price topics on their way from the leader of the feed to a gateway, whatever the network does to them.
import { millis } from '@maru/engine/time';
import { expect, test } from 'vitest';
import type { Fate } from './bus/local-carrier.ts';
import { createDice, createVirtualTime, openNetwork } from './feed/stream-testing.ts';
import { receivePrices } from './gateway/price-receiver.ts';
import { openPriceSender } from './gateway/price-sender.ts';

const TOPIC = '/topic/prices';

function openWorld() {
  const time = createVirtualTime(millis(1_000_000));
  let fate: Fate = () => [0];
  const network = openNetwork(time, (subject) => fate(subject));
  const every = (ms: number, call: () => void) => {
    let isEnded = false;
    const again = () => {
      if (isEnded) return;
      call();
      time.after(ms, again);
    };
    time.after(ms, again);
    return () => {
      isEnded = true;
    };
  };

  function openLeader(epoch: number) {
    const carrier = network.join();
    let isOurs = true;
    const sender = openPriceSender({ carrier, epoch, isOurs: () => isOurs, wait: time.wait });
    return {
      carrier,
      ...sender,
      say: (stock: string, text: string) => sender.publishLatest(TOPIC, stock, () => text),
      keep: (stock: string, text: string) => sender.keepLatest(TOPIC, stock, () => text),
      loseLease() {
        isOurs = false;
      },
    };
  }

  function openGateway() {
    const carrier = network.join();
    const heard: string[] = [];
    const shown = new Map<string, string>();
    const end = receivePrices({
      ...{ carrier, every },
      publishLatest(_topic, key, write) {
        heard.push(`${key} ${write()}`);
        shown.set(key, write());
      },
    });
    return { carrier, heard, shown, end };
  }

  return {
    time,
    openLeader,
    openGateway,
    setFate(next: Fate) {
      fate = next;
    },
  };
}

test('what changes within a tenth of a second is heard once', async () => {
  const { time, openLeader, openGateway } = openWorld();
  const gateway = openGateway();
  const leader = openLeader(1);
  await time.pass(1_000);
  leader.say('BTC', '1');
  leader.say('BTC', '2');
  leader.say('ETH', '9');
  await time.pass(200);
  expect(gateway.heard).toEqual(['BTC 2', 'ETH 9']);
});

test('a gateway that starts later hears everything, also what does not move', async () => {
  const { time, openLeader, openGateway } = openWorld();
  const leader = openLeader(1);
  leader.keep('NQ', 'closed');
  leader.say('BTC', '1');
  await time.pass(5_000);
  const gateway = openGateway();
  await time.pass(1_000);
  expect(gateway.shown).toEqual(
    new Map([
      ['NQ', 'closed'],
      ['BTC', '1'],
    ]),
  );
});

test('a lost message is noticed by the next one, and also when there is none', async () => {
  const { time, openLeader, openGateway, setFate } = openWorld();
  const leader = openLeader(1);
  const gateway = openGateway();
  await time.pass(1_000);
  setFate((subject) => (subject === 'maru.prices.news' ? [] : [0]));
  leader.say('BTC', '1');
  await time.pass(150);
  setFate(() => [0]);
  leader.say('ETH', '9');
  await time.pass(150);
  expect(gateway.shown.get('BTC')).toBe('1');

  setFate((subject) => (subject === 'maru.prices.news' ? [] : [0]));
  leader.say('BTC', '2');
  await time.pass(150);
  setFate(() => [0]);
  await time.pass(600);
  expect(gateway.shown.get('BTC')).toBe('2');
});

test('what goes missing while everything is read is read after that', async () => {
  const { time, openLeader, openGateway, setFate } = openWorld();
  const leader = openLeader(1);
  let isAnswer = false;
  setFate((subject) => {
    if (subject === 'maru.prices.news') return [0];
    // The question arrives at once, and the answer later than all that follows.
    isAnswer = !isAnswer;
    return isAnswer ? [0] : [450];
  });
  const gateway = openGateway();
  await time.pass(600);
  setFate((subject) => (subject === 'maru.prices.news' ? [] : [0]));
  leader.say('BTC', '1');
  await time.pass(150);
  setFate(() => [0]);
  leader.say('ETH', '9');
  await time.pass(1_000);
  expect(gateway.shown.get('BTC')).toBe('1');
});

test('the next leader continues the topics: what it knows differently is heard, and the rest is no news', async () => {
  const { time, openLeader, openGateway } = openWorld();
  const first = openLeader(1);
  const gateway = openGateway();
  first.say('BTC', '1');
  first.say('ETH', '9');
  await time.pass(1_000);
  first.carrier.connect(false);
  first.say('BTC', '2');
  await time.pass(1_000);
  gateway.heard.length = 0;
  const second = openLeader(2);
  second.keep('BTC', '2');
  second.keep('ETH', '9');
  await time.pass(200);
  expect(gateway.heard).toEqual(['BTC 2']);
  second.say('BTC', '3');
  await time.pass(200);
  expect(gateway.heard).toEqual(['BTC 2', 'BTC 3']);
});

test('a leader whose lease has run out says nothing, and one that does not know it is not heard', async () => {
  const { time, openLeader, openGateway } = openWorld();
  const first = openLeader(1);
  const gateway = openGateway();
  first.say('BTC', '1');
  await time.pass(1_000);
  first.loseLease();
  first.say('BTC', '2');
  await time.pass(1_000);
  expect(gateway.shown.get('BTC')).toBe('1');

  const third = openLeader(3);
  third.say('BTC', '5');
  await time.pass(1_000);
  const stopped = openLeader(2);
  stopped.say('BTC', '4');
  stopped.say('OLD', '4');
  await time.pass(1_000);
  third.say('BTC', '6');
  await time.pass(1_000);
  expect(gateway.heard).toEqual(['BTC 1', 'BTC 5', 'BTC 6']);
});

test('a gateway that was cut off hears what it missed', async () => {
  const { time, openLeader, openGateway } = openWorld();
  const leader = openLeader(1);
  const gateway = openGateway();
  await time.pass(1_000);
  gateway.carrier.connect(false);
  leader.say('BTC', '1');
  await time.pass(1_000);
  expect(gateway.shown.get('BTC')).toBeUndefined();
  gateway.carrier.connect(true);
  await time.pass(200);
  expect(gateway.shown.get('BTC')).toBe('1');
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'no price goes back, and in the end all are the newest, over changes of the leader (seed %d)',
  async (seed) => {
    const { time, openLeader, openGateway, setFate } = openWorld();
    const dice = createDice(seed);
    setFate(() => {
      if (dice() < 0.2) return [];
      const delay = () => Math.floor(dice() ** 3 * 400);
      return dice() < 0.2 ? [delay(), delay()] : [delay()];
    });
    const gateways = [openGateway(), openGateway()];
    const stocks = ['A', 'B', 'C', 'D'];
    const newest = new Map<string, number>();
    let price = 0;
    for (const epoch of [1, 2, 3]) {
      const leader = openLeader(epoch);
      for (const [stock, known] of newest) leader.keep(stock, String(known));
      for (let step = 0; step < 40; step += 1) {
        const stock = stocks[Math.floor(dice() * stocks.length)]!;
        price += 1;
        newest.set(stock, price);
        leader.say(stock, String(price));
        await time.pass(Math.floor(dice() * 150));
      }
      if (epoch === 2) gateways.push(openGateway());
      if (epoch < 3) leader.carrier.connect(false);
    }
    setFate(() => [0]);
    await time.pass(3_000);
    const last = new Map([...newest].map(([stock, each]) => [stock, String(each)]));
    for (const { shown, heard } of gateways) {
      expect(shown).toEqual(last);
      for (const stock of stocks) {
        const own = heard.filter((each) => each.startsWith(stock)).map((each) => Number(each.slice(2)));
        expect(own).toEqual(own.toSorted((a, b) => a - b));
      }
    }
  },
);

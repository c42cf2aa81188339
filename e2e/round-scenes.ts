// The screens of rounds and receipts that are compared with their design. Each is reached in the order of trading,
// because a receipt needs a round that is over.
import { placeBet, roundList } from '@maru/contract/binary/calls';
import type { ReplyOf } from '@maru/contract/call';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { go, signedIn, type Trader, toast } from './journey.ts';
import {
  accountOf,
  BALLS,
  comeToRound,
  FIVE_MINUTES_RUNNING,
  liveThrough,
  MINUTE,
  nowAt,
  numberOf,
  passUntil,
  type Round,
} from './rounds.ts';
import { closeDialog, type Scene } from './scenes.ts';
import type { World } from './world.ts';

const BALL_BETS = [
  ['NS_OVER', '30000'],
  ['NS_EVEN', '20000'],
  ['PB_UNDER', '10000'],
] as const;

const DRAWN = [24, 11, 19, 5, 20];
const HUNDRED_AND_MORE = [28, 26, 21, 19, 18];

/** Rounds that the clock skipped are void; in a picture they are shown as on a day without jumps. */
export async function showFullDay(page: Page): Promise<void> {
  await page.route(`**${roundList.path}*`, async (route) => {
    const answer = await route.fetch();
    const reply = (await answer.json()) as ReplyOf<typeof roundList>;
    const asked = Number(new URL(route.request().url()).searchParams.get('size'));
    const [newest] = reply.content;
    if (newest === undefined) return route.fulfill({ response: answer });
    const rounds = Array.from(
      { length: asked },
      (_, place) => reply.content[place] ?? { ...newest, id: newest.id - place },
    );
    await route.fulfill({ response: answer, json: { ...reply, content: rounds.map(asUsual) } });
  });
}

function asUsual(round: Round, place: number): Round {
  if (round.status !== 3) return round;
  const balls = place % 2 === 0 ? DRAWN : HUNDRED_AND_MORE;
  return {
    ...round,
    status: place % 3 === 0 ? 1 : 2,
    ball: round.ball && { ...round.ball, balls, powerBall: 9, sum: balls.reduce((sum, ball) => sum + ball) },
  };
}

interface Stand {
  readonly world: World;
  readonly trader: Trader;
}

/** Runs inside the page: by how many pixels a hash of nothing but wide digits is cut. */
function overflowOfWidest(hash: HTMLElement | SVGElement): number {
  const widest = hash.cloneNode(true) as HTMLElement;
  const words = document.createTreeWalker(widest, NodeFilter.SHOW_TEXT);
  while (words.nextNode())
    words.currentNode.nodeValue = words.currentNode.nodeValue?.replace(/[0-9a-f]/g, 'd') ?? null;
  hash.replaceWith(widest);
  const overflow = widest.scrollWidth - widest.clientWidth;
  widest.replaceWith(hash);
  return overflow;
}

export function roundScenes({ world, trader }: Stand): readonly Scene[] {
  let started: Round | undefined;
  let judged: Round | undefined;
  let drawn: Round | undefined;

  /** Like a bet from another phone of the trader: the screen receives it by a push. */
  async function bet({ id }: Round, type: string, point: string): Promise<void> {
    const token = await signedIn(world, trader);
    await ask(world, placeBet, { body: { tradeRoundId: id, type, point }, token });
  }

  async function openBet(page: Page, offer: number): Promise<void> {
    const { bets } = await accountOf(world, trader);
    const settled = bets.find(({ tradeOptionId, status }) => tradeOptionId === offer && status !== 0);
    await go(page, `/wallet/history/${settled?.id}`);
    await expect(page.getByRole('button', { name: '직접 검증하기' })).toBeVisible();
  }

  return [
    {
      name: '04e-options-explained',
      isWalkedElsewhere: true,
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, '/exchange');
        await expect(page.getByRole('list', { name: '거래 방식' })).toBeVisible();
      },
    },
    {
      name: '07c-binary-options-sheet',
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, `/exchange/${MINUTE}`);
        await page.getByRole('heading', { level: 1 }).getByRole('button').click();
        await expect(
          page.getByRole('dialog', { name: '거래하기' }).getByRole('listitem').nth(2),
        ).toBeVisible();
      },
      leave: closeDialog('거래하기'),
    },
    {
      name: '04c-binary-waiting',
      appearances: ['dark', 'light', 'kr'],
      async open(page) {
        // The start of the next round takes its strike from a price that must have been pushed.
        const before = await comeToRound(world, MINUTE, { secondsLeft: 20, page });
        await liveThrough(world, before.openMillis, { page });
        started = await comeToRound(world, MINUTE, { secondsLeft: 23, page });
        await bet(started, 'LONG', '10000');
        await expect(page.getByRole('main').getByRole('listitem').last()).toContainText('시작');
      },
    },
    {
      name: '04c-binary-waiting.locked',
      appearances: ['dark', 'light'],
      async open(page) {
        if (started) await liveThrough(world, started.betEndMillis, { page });
        await expect(page.getByText(/회차 주문을 마감했습니다$/)).toBeVisible();
      },
    },
    {
      name: '04d-binary-running',
      appearances: ['dark', 'light', 'kr'],
      async open(page) {
        if (started) await liveThrough(world, started.openMillis, { page });
        const next = await comeToRound(world, MINUTE, { secondsLeft: 31, page });
        await bet(next, 'SHORT', '10000');
        await expect(page.getByRole('main').getByText(/시작 대기$/)).toBeVisible();
        // The chart line of this round has begun.
        await liveThrough(world, nowAt(world), { page });
      },
    },
    {
      name: '04-binary',
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, `/exchange/${FIVE_MINUTES_RUNNING}`);
        const round = await comeToRound(world, FIVE_MINUTES_RUNNING, { secondsLeft: 200, page });
        await bet(round, 'LONG', '50000');
        await liveThrough(world, nowAt(world), { page });
        await expect(page.getByText('내 기준가 대비')).toBeVisible();
      },
    },
    {
      name: '04b-binary-locked',
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, `/exchange/${FIVE_MINUTES_RUNNING}`);
        const before = await comeToRound(world, FIVE_MINUTES_RUNNING, { secondsLeft: 60, page });
        // A round without a tick at its opening would be void.
        await liveThrough(world, before.closeMillis, { page });
        judged = await comeToRound(world, FIVE_MINUTES_RUNNING, { secondsLeft: 60, page });
        await bet(judged, 'LONG', '50000');
        // The price after the bet is its strike.
        await liveThrough(world, nowAt(world), { page });
        await liveThrough(world, judged.betEndMillis, { page });
        await expect(page.getByText('판정 중')).toBeVisible();
      },
    },
    {
      name: '04b-binary-locked.result',
      appearances: ['dark'],
      isPassing: true,
      async open(page) {
        if (judged) await liveThrough(world, judged.closeMillis, { page });
        await expect(toast(page)).toContainText('회차');
      },
    },
    {
      name: '30-bitball',
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, `/exchange/${BALLS}`);
        drawn = await comeToRound(world, BALLS, { secondsLeft: 36, page });
        for (const [count, [market, point]] of BALL_BETS.entries()) {
          await bet(drawn, market, point);
          await expect(page.getByText(`이번 회차 주문 ${count + 1}건`)).toBeVisible();
        }
        expect(await page.locator('.seal-line .hash-text').evaluate(overflowOfWidest)).toBeLessThanOrEqual(0);
      },
    },
    {
      name: '30b-bitball-result',
      appearances: ['dark', 'light'],
      async open(page) {
        if (drawn === undefined) throw new Error('nothing was bet on balls');
        await liveThrough(world, drawn.openMillis - 5_000, { page });
        await liveThrough(world, drawn.openMillis, { page });
        await page
          .getByRole('region', { name: '최근 합' })
          .getByRole('button', { name: new RegExp(`^${numberOf(drawn)}회차`) })
          .click();
        await expect(page.getByText('이 기기에서 다시 계산했습니다')).toBeVisible();
      },
      leave: (page) => page.getByRole('dialog').getByRole('button', { name: '닫기' }).click(),
    },
    {
      name: '11-trade-history',
      appearances: ['dark', 'light'],
      async open(page) {
        await go(page, '/wallet/history?product=binary');
        await expect(
          page.getByRole('region', { name: '바이너리 거래내역' }).getByRole('link').nth(4),
        ).toBeVisible();
      },
    },
    {
      name: '31-trade-detail',
      appearances: ['dark', 'light'],
      async open(page) {
        // Until the last minute of its ticks is sealed.
        if (judged) await passUntil(world, judged.closeMillis + 90_000, page);
        await openBet(page, FIVE_MINUTES_RUNNING);
      },
    },
    {
      name: '31b-why-sheet',
      appearances: ['dark', 'light'],
      async open(page) {
        await page.getByRole('button', { name: /^지급 .*계산 보기$/ }).click();
        await expect(page.getByRole('dialog', { name: /^왜 .*인가요\?$/ })).toBeVisible();
      },
      leave: (page) => page.getByRole('dialog').getByRole('button', { name: '닫기' }).click(),
    },
    {
      name: '31d-verify',
      appearances: ['dark', 'light'],
      async open(page) {
        await page.getByRole('button', { name: '직접 검증하기' }).click();
        await expect(page.getByText('영수증이 맞습니다')).toBeVisible();
      },
    },
  ];
}

// The screens of approvals, members, inquiries and texts in the office, with something on them to look at.
import { signUp } from '@maru/contract/account/calls';
import { applyDeposit, applyWithdraw } from '@maru/contract/cashier/calls';
import { askGrant, officeDnwList, rejectDnw } from '@maru/contract/cashier/office';
import { applyP2p, officeP2pSend, p2pPaid, p2pSend, p2pTerms } from '@maru/contract/cashier/p2p';
import { createContact, officeAnswerContact, officeCloseContact } from '@maru/contract/contact/calls';
import { saveContent } from '@maru/contract/content/office';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { setLimit } from '@maru/contract/limits/calls';
import { placeOverseaOrder } from '@maru/contract/oversea/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from './ask.ts';
import { registerBankAccount } from './cashier.ts';
import { newPerson, signedIn, type Trader } from './journey.ts';
import { openOffice } from './office.ts';
import { showOffice } from './office-pages.ts';
import type { OfficeScene } from './office-scenes.ts';
import { officeToken } from './office-sign-in.ts';
import type { World } from './world.ts';

const HOUR_MS = 3_600_000;
const NASDAQ = 303;
const BITCOIN = 1;

interface Stage {
  readonly member: Trader;
  readonly inquiry: number;
  readonly text: number;
}
const stages = new WeakMap<World, Stage>();

async function newMember(world: World, name: string): Promise<Trader> {
  const person = { ...newPerson(), name };
  const { id } = await ask(world, signUp, { body: person });
  return { id, username: person.username, password: person.password };
}

/** A withdrawal that two people must look at, by somebody with open positions and limits of their own. */
async function prepareWithdrawal(world: World, member: Trader): Promise<void> {
  await registerBankAccount(world, member);
  await world.passTime(25 * HOUR_MS);
  const token = await signedIn(world, member);
  const order = { marketType: 'MARKET', tradeType: 'LONG' };
  await ask(world, placeOverseaOrder, { body: { ...order, overseaOptionId: NASDAQ, qty: 2 }, token });
  await ask(world, placeFuturesOrder, {
    body: { ...order, futuresOptionId: BITCOIN, qty: '0.05', leverage: 50, marginType: 'ISOLATED' },
    token,
  });
  await ask(world, setLimit, { body: { kind: 'LOSS', value: '2000000' }, token });
  await ask(world, applyWithdraw, { body: { point: '6000000' }, token });
}

/** Deposits of several members, one refused, and a grant that waits for a second person. */
async function prepareQueue(world: World, members: readonly Trader[]): Promise<void> {
  for (const [place, member] of members.entries()) {
    const token = await signedIn(world, member);
    await ask(world, applyDeposit, { body: { point: String((place + 1) * 700_000) }, token });
  }
  const staff = await officeToken(world, world.operator);
  const [refused, , granted] = members;
  const { content } = await ask(world, officeDnwList, {
    query: { playerId: refused!.id, statusStrs: '0' },
    token: staff,
  });
  const dnwHistoryId = content[0]!.id;
  await ask(world, rejectDnw, {
    body: { dnwHistoryId, reason: '입금을 확인하지 못했습니다.' },
    token: staff,
  });
  const grant = { type: 'PB', walletType: 'BINARY', point: '30000', reason: '점검 보상' };
  await ask(world, askGrant, { body: { ...grant, playerId: granted!.id }, token: staff });
}

/** A purchase of coins that was paid for and talked about. */
async function prepareP2p(world: World, member: Trader): Promise<void> {
  const token = await signedIn(world, member);
  // The day that has passed has left its rate stale until the next one is received.
  await expect(() => ask(world, p2pTerms, { token })).toPass({ timeout: 60_000 });
  const { p2p } = await ask(world, applyP2p, { body: { point: '1000000' }, token });
  const dnwHistoryId = p2p.request.id;
  await ask(world, p2pSend, { body: { dnwHistoryId, text: '지금 보냅니다.' }, token });
  const said = { dnwHistoryId, text: '이름을 꼭 확인해 주세요.', as: 'COUNTERPART' };
  await ask(world, officeP2pSend, { body: said, token: await officeToken(world, world.operator) });
  await ask(world, p2pPaid, { body: { dnwHistoryId }, token });
}

/** One that waits, one that was answered and one that is closed. Returns the first. */
async function prepareInquiries(world: World, members: readonly Trader[]): Promise<number> {
  const ids: number[] = [];
  for (const [place, member] of members.entries()) {
    const question = ['출금이 언제 되나요?', '수수료가 궁금합니다.', '비밀번호를 바꾸고 싶습니다.'][place];
    const body = { playerId: member.id, question };
    const { inquiry } = await ask(world, createContact, { body, token: await signedIn(world, member) });
    ids.push(inquiry.id);
  }
  const [waiting, answered, closed] = ids;
  const token = await officeToken(world, world.operator);
  const body = { id: answered!, text: '거래 화면의 수수료 안내에 있습니다.' };
  await ask(world, officeAnswerContact, { body, token });
  await ask(world, officeCloseContact, { body: { id: closed!, reason: '전화로 안내함' }, token });
  return waiting!;
}

const CONTENT = [
  '<p>더 빠른 체결을 위해 서버를 점검합니다. 점검 중에는 로그인과 주문을 쓸 수 없습니다.</p>',
  '<table><tr><th>일시</th><td>9월 27일(일) 06:00 – 07:00</td></tr>',
  '<tr><th>대상</th><td>해외선물 · 코인선물 · 바이너리</td></tr></table>',
  '<p><b>열린 포지션이 있다면</b><br>점검 전에 익절·손절을 확인해 주세요.</p>',
].join('');

async function prepareText(world: World): Promise<number> {
  const token = await officeToken(world, world.operator);
  const text = { ko: { title: '9월 27일(일) 시스템 점검 안내', content: CONTENT } };
  const body = { kind: 'notice', category: 'SYSTEM', isForced: true, ...text, reason: '정기 점검' };
  return (await ask(world, saveContent, { body, token })).id;
}

async function prepare(world: World): Promise<void> {
  const member = await newMember(world, '김마루');
  const others: Trader[] = [];
  for (const name of ['박지훈', '최소라', '이한빛']) others.push(await newMember(world, name));
  await prepareWithdrawal(world, member);
  await prepareQueue(world, others);
  await prepareP2p(world, others[0]!);
  const office = await openOffice(world);
  await office.issueCoupon('10000', Date.now() + world.aheadMs() + 240 * HOUR_MS);
  stages.set(world, {
    member,
    inquiry: await prepareInquiries(world, others),
    text: await prepareText(world),
  });
}

function stageOf(world: World): Stage {
  const stage = stages.get(world);
  if (stage === undefined) throw new Error('the scenes of the desk were not prepared');
  return stage;
}

const drawer = (page: Page, name: string | RegExp) => page.getByRole('complementary', { name });

export const deskScenes: readonly OfficeScene[] = [
  {
    name: '20-bo-dnw',
    prepare,
    async open(page, world) {
      const { username } = stageOf(world).member;
      await showOffice(page, '/cashier', '입출금 승인');
      await page.getByRole('row').filter({ hasText: username }).click();
      await expect(drawer(page, new RegExp(username))).toContainText('이름 일치');
    },
  },
  {
    name: 'office-cashier-p2p',
    async open(page) {
      await page.getByRole('button', { name: /^P2P/ }).click();
      await page.getByRole('row').filter({ hasText: 'P2P 구매' }).click();
      await expect(drawer(page, /^P2P 구매/)).toContainText('이름을 꼭 확인해 주세요.');
    },
  },
  {
    name: 'office-cashier-ended',
    async open(page) {
      await showOffice(page, '/cashier/ended', '끝난 신청');
      await page.getByRole('row').filter({ hasText: '거절' }).first().click();
      await expect(drawer(page, /^입금/)).toContainText('입금을 확인하지 못했습니다.');
    },
  },
  {
    name: 'office-cashier-setting',
    async open(page) {
      await showOffice(page, '/cashier/setting', '입출금 설정');
      await expect(page.getByRole('button', { name: /^KRW 기준/ })).toBeVisible();
    },
  },
  {
    name: 'office-coupons',
    async open(page) {
      await showOffice(page, '/coupons', '쿠폰');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'office-rates',
    async open(page) {
      await showOffice(page, '/market/rates', '환율');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: '42-bo-members',
    async open(page, world) {
      const { id, username } = stageOf(world).member;
      await showOffice(page, `/members?id=${id}`, '회원');
      await expect(drawer(page, new RegExp(username)).getByText('회원이 정한 한도')).toBeVisible();
      await expect(drawer(page, new RegExp(username)).getByText('총 자산')).toBeVisible();
    },
  },
  {
    name: 'office-member-trades',
    async open(page, world) {
      const { username } = stageOf(world).member;
      const member = drawer(page, new RegExp(username));
      await member.getByRole('button', { name: '거래', exact: true }).click();
      await expect(member.getByRole('row').filter({ hasText: '@' }).first()).toBeVisible();
    },
  },
  {
    name: 'office-inquiries',
    async open(page, world) {
      await showOffice(page, `/inquiries?id=${stageOf(world).inquiry}`, '1:1 문의');
      await expect(drawer(page, /^1:1 문의/).getByRole('article')).toContainText('출금이 언제 되나요?');
    },
  },
  {
    name: 'office-content',
    async open(page) {
      await showOffice(page, '/content', '공지·콘텐츠');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: '46-bo-content',
    async open(page, world) {
      await showOffice(page, `/content/edit?id=${stageOf(world).text}`, '공지 쓰기');
      await expect(page.getByText('받는 회원')).toBeVisible();
    },
  },
];

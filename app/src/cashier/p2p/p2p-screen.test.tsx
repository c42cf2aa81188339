import { cancelDnwPost } from '@maru/contract/cashier/calls';
import { applyP2p, p2pDispute, p2pLatest, p2pPaid, p2pSend } from '@maru/contract/cashier/p2p';
import { uploadFile } from '@maru/contract/file/calls';
import { playerQueues } from '@maru/contract/realtime';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerCashier, type dnwRow, NOW, purchase } from '../../cashier-double.ts';
import { field, openScreen, tap, write } from '../../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../../server-double.ts';

afterEach(cleanup);

const wallet = { type: 'USDT', currency: 'USDT', point: '0', gameWaitPoint: '0' };
let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  answerCashier(server);
});

const open = () => openScreen('/wallet/p2p', { signedIn: true, server });
const answer = (p2p: ReturnType<typeof purchase> | null) =>
  server.answer(p2pLatest, () => ({ reply: { p2p } }));
const requestOf = (part: Parameters<typeof dnwRow>[0]) => ({ ...purchase().request, ...part });
const pushed = () =>
  act(async () =>
    server.push('/user/queue/dnw', {
      type: 'DNW',
      seq: 1,
      at: NOW,
      data: { dnwHistoryId: 187, type: 'WB', status: 1, walletType: 'USDT' },
    }),
  );

test('a purchase says what it costs and takes before the tap, and opens with the member’s own name', async () => {
  const { sent } = open();
  await screen.findByText('1 USDT = 1,450원');
  expect(screen.getByText('30분')).toBeTruthy();
  expect(screen.getByText('11분')).toBeTruthy();
  expect(field('보내는 사람 이름').readOnly).toBe(true);
  expect(field('전화번호').value).toBe('010-1234-4417');
  // The fee is that of a sale, in coins.
  expect(screen.getByText('수수료').nextElementSibling?.textContent).toBe('0원');
  await act(async () => fireEvent.change(field('얼마어치를 살까요?'), { target: { value: '1450000' } }));
  server.answer(applyP2p, () => {
    answer(purchase());
    return { reply: { p2p: purchase(), wallet } };
  });
  await tap('1,000 USDT 구매 신청');
  expect(await screen.findByText('1,000 USDT를 보관하고 있습니다')).toBeTruthy();
  expect(sent(applyP2p)[0]).toMatchObject({ name: '김마루', point: '1450000' });
  expect(screen.getByRole('heading', { level: 1, name: 'P2P 구매' })).toBeTruthy();
});

test('a running purchase shows its clock, account and steps, and 보냈습니다 moves it on', async () => {
  answer(purchase());
  const { sent } = open();
  expect(await screen.findByText('24:18')).toBeTruthy();
  expect(screen.getByText('000-000-000000')).toBeTruthy();
  const steps = screen.getByRole('list', { name: '진행 단계' });
  expect(within(steps).getByText('입금').closest('li')?.getAttribute('aria-current')).toBe('step');
  const paid = purchase({
    request: requestOf({ status: 4, steps: [{ step: 'PAID', atMillis: NOW }] }),
    disputeFromMillis: NOW + 900_000,
  });
  server.answer(p2pPaid, () => {
    answer(paid);
    return { reply: { p2p: paid } };
  });
  await tap('1,450,000원 보냈습니다');
  expect(await screen.findByText('입금을 확인하고 있습니다')).toBeTruthy();
  expect(sent(p2pPaid)).toEqual([{ dnwHistoryId: 187 }]);
  expect(screen.queryByRole('button', { name: '분쟁 열기' })).toBeNull();
});

test('a dispute may be opened once its time has come', async () => {
  const paid = purchase({ request: requestOf({ status: 4 }), disputeFromMillis: NOW });
  answer(paid);
  const { sent } = open();
  await screen.findByRole('button', { name: '분쟁 열기' });
  await tap('분쟁 열기');
  const disputed = purchase({ request: requestOf({ status: 4, isDisputed: true }), disputeFromMillis: NOW });
  server.answer(p2pDispute, () => {
    answer(disputed);
    return { reply: { p2p: disputed } };
  });
  const dialog = await screen.findByRole('alertdialog', { name: '분쟁을 열까요?' });
  await act(async () => within(dialog).getByRole('button', { name: '분쟁 열기' }).click());
  expect(await screen.findByText('분쟁을 확인하고 있습니다')).toBeTruthy();
  expect(sent(p2pDispute)).toEqual([{ dnwHistoryId: 187 }]);
});

test('cancelling asks first, and the safe choice sends nothing', async () => {
  answer(purchase());
  const { sent } = open();
  await screen.findByText('24:18');
  await tap('취소');
  const dialog = await screen.findByRole('alertdialog', { name: '신청을 취소할까요?' });
  await act(async () => within(dialog).getByRole('button', { name: '그대로 두기' }).click());
  expect(sent(cancelDnwPost)).toHaveLength(0);
});

test('the end of a request that was seen running is shown, and then a new one may be asked for', async () => {
  answer(purchase());
  open();
  await screen.findByText('24:18');
  answer(purchase({ request: requestOf({ status: 1 }) }));
  await pushed();
  expect(await screen.findByText('1,000 USDT가 내 지갑에 들어왔습니다.')).toBeTruthy();
  await tap('새로 신청');
  expect(await screen.findByText('얼마어치를 살까요?')).toBeTruthy();
});

test('an expired request says that no money moved', async () => {
  answer(purchase());
  open();
  await screen.findByText('24:18');
  answer(purchase({ request: requestOf({ status: 3, steps: [{ step: 'EXPIRED', atMillis: NOW }] }) }));
  await pushed();
  expect(await screen.findByText('시간이 지나 취소되었습니다')).toBeTruthy();
});

test('a request that ended before is not in the way of a new one', async () => {
  answer(purchase({ request: requestOf({ status: 2 }) }));
  open();
  expect(await screen.findByText('얼마어치를 살까요?')).toBeTruthy();
});

test('a message is written to the counterpart', async () => {
  answer(
    purchase({
      messages: [{ id: 1, from: 'COUNTERPART', text: '이름을 꼭 확인해 주세요.', atMillis: NOW, files: [] }],
    }),
  );
  server.answer(p2pSend, ({ text }) => ({ reply: { id: 2, from: 'ME', text, atMillis: NOW, files: [] } }));
  const { sent } = open();
  await screen.findByText('이름을 꼭 확인해 주세요.');
  await write('메시지 쓰기', '네, 지금 보냅니다.');
  await tap('보내기');
  expect(sent(p2pSend)).toEqual([{ dnwHistoryId: 187, text: '네, 지금 보냅니다.', fileIds: [] }]);
  expect(field('메시지 쓰기').value).toBe('');
});

test('a picture is sent without a word, shown by its name, and support knows the request', async () => {
  const file = {
    id: 'a'.repeat(32),
    name: '이체.webp',
    type: 'image/webp',
    size: 9_000,
    width: 2,
    height: 2,
  };
  answer(purchase({ messages: [{ id: 1, from: 'COUNTERPART', text: '', atMillis: NOW, files: [file] }] }));
  server.answer(uploadFile, () => ({ reply: { ...file, id: 'b'.repeat(32), name: '확인증.webp' } }));
  server.answer(p2pSend, ({ text }) => ({ reply: { id: 2, from: 'ME', text, atMillis: NOW, files: [] } }));
  const { sent } = open();
  expect(await screen.findByRole('button', { name: '이체.webp 9 KB 보기' })).toBeTruthy();
  const input = screen.getByLabelText('사진 첨부', { selector: 'input' });
  const files = [new File(['x'], '확인증.png', { type: 'image/png' })];
  await act(async () => fireEvent.change(input, { target: { files } }));
  await screen.findByText('확인증.webp');
  await tap('보내기');
  expect(sent(p2pSend)).toEqual([{ dnwHistoryId: 187, text: '', fileIds: ['b'.repeat(32)] }]);
  expect(screen.queryByText('확인증.webp')).toBeNull();
  const support = screen.getByRole('link', { name: '문의하기' });
  expect(support.getAttribute('href')).toBe('/more/contact/create?about=DNW-187');
});

test('a refused request keeps what was typed and shows why', async () => {
  server.answer(applyP2p, () => ({ refusal: 'REQUEST_ONGOING' }));
  open();
  await screen.findByText('1 USDT = 1,450원');
  await act(async () => fireEvent.change(field('얼마어치를 살까요?'), { target: { value: '20000' } }));
  await act(async () => screen.getByRole('button', { name: /구매 신청$/ }).click());
  expect(await screen.findByText('이미 진행 중인 신청이 있습니다.')).toBeTruthy();
  expect(field('얼마어치를 살까요?').value).toBe('20,000');
});

const said = (dnwHistoryId: number, id: number, text: string) =>
  act(async () =>
    server.push(playerQueues.cashier, {
      type: 'P2P_MESSAGE',
      at: NOW,
      data: { dnwHistoryId, message: { id, from: 'COUNTERPART', text, atMillis: NOW, files: [] } },
    }),
  );
const texts = () =>
  within(screen.getByRole('region', { name: '판매자와 대화' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/^.*: /, '').slice(0, 3));
const asks = () => server.asked.filter(({ path }) => path === p2pLatest.path).length;

test('a message of the counterpart is shown when it is pushed, once and in order, without asking again', async () => {
  answer(purchase());
  open();
  await screen.findByText('24:18');
  await waitFor(() => expect(server.platform.connection.get().kind).toBe('connected'));
  const before = asks();
  await said(187, 5, '둘째 글');
  await said(187, 4, '첫째 글');
  await said(187, 5, '둘째 글');
  expect(texts()).toEqual(['첫째 ', '둘째 ']);
  expect(asks()).toBe(before);
});

test('a message of a request that is not shown is a reason to read', async () => {
  answer(purchase());
  open();
  await screen.findByText('24:18');
  await waitFor(() => expect(server.platform.connection.get().kind).toBe('connected'));
  const before = asks();
  await said(991, 5, '다른 글');
  await waitFor(() => expect(asks()).toBe(before + 1));
  expect(texts()).toEqual([]);
});

import { partnerStatement } from '@maru/contract/books/calls';
import {
  changePartner,
  createPartner,
  listPartners,
  partnerFirstPassword,
  partnerMembers,
} from '@maru/contract/partner/calls';
import { refusals } from '@maru/contract/refusals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';
import { fractionOf, percentOf } from './rate-fields.tsx';

afterEach(cleanup);

const head = {
  ...{
    id: 50,
    username: 'nuri',
    name: '박누리',
    nick: '누리파트너',
    code: 'NURI01',
    level: 1,
    parentId: null,
  },
  ...{ status: 'ACTIVE', members: 3, membersBelow: 1_000, children: 2, isNew: true, half: 'FIRST' },
  rates: [
    { product: 'binary', base: 'TURNOVER', rate: '0.015', next: null },
    { product: 'futures', base: 'FEE', rate: '0.4', next: '0.35' },
  ],
  createdMillis: 1_763_124_067_000,
};
const branch = {
  ...head,
  id: 51,
  nick: '한지사',
  code: 'HAN02',
  level: 2,
  parentId: 50,
  children: 0,
  half: null,
};

const pageOf = (row: object) => ({
  ...{ content: [row], page: 0, size: 50, totalElements: 1, totalPages: 1 },
});

test('the tree is gone down by a press, and a partner has rates, a statement and members', async () => {
  const office = officeDouble();
  office.on(listPartners, ({ parentId }) => ({
    reply: pageOf(parentId === undefined ? head : branch),
  }));
  office.on(partnerMembers, {
    reply: { content: [{ id: 9, nick: '새회원', joinedMillis: 1_763_124_067_000 }] },
  });
  const sums = {
    currency: 'KRW',
    deposits: '0',
    withdrawals: '0',
    betTurnover: '20000',
    fees: '0',
    result: null,
  };
  office.on(partnerStatement, {
    reply: {
      nick: '누리파트너',
      code: 'NURI01',
      content: [{ date: '2026-11-16', active: 3, ...sums, share: '300' }],
    },
  });
  office.on(partnerFirstPassword, { reply: { half: 'FIRST', text: 'ABCDEFGHJK', untilMillis: 1 } });
  office.on(createPartner, { reply: { waiting: 5 } });
  office.on(changePartner, { reply: { waiting: 6 } });
  office.open('/partners');
  const drawer = within(await screen.findByRole('complementary', { name: '누리파트너' }));
  expect(await drawer.findByText('1.5%')).toBeDefined();
  expect(drawer.getByText('35%')).toBeDefined();
  expect(await drawer.findByText('300')).toBeDefined();
  expect(await drawer.findByText('새회원')).toBeDefined();
  expect(screen.getAllByText('1,000 이상')).not.toEqual([]);
  expect(office.sentTo(listPartners)).toMatchObject([{ level: 1 }]);

  fireEvent.click(drawer.getByRole('button', { name: '첫 비밀번호 절반 보기' }));
  expect(await screen.findByText('ABCDEFGHJK')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '전했습니다' }));

  fireEvent.click(drawer.getByRole('button', { name: /비율 바꾸기/ }));
  const changing = within(await screen.findByRole('dialog'));
  fireEvent.change(changing.getByLabelText('바이너리 베팅 금액의 %'), { target: { value: '1.25' } });
  fireEvent.change(changing.getByLabelText('이유'), { target: { value: '다시 정했습니다' } });
  fireEvent.click(changing.getByRole('button', { name: /요청/ }));
  await waitFor(() => expect(office.sentTo(changePartner)).toHaveLength(1));
  expect(office.sentTo(changePartner)).toMatchObject([
    {
      partnerId: 50,
      rates: [
        { product: 'binary', base: 'TURNOVER', rate: '0.0125' },
        { product: 'futures', base: 'FEE', rate: '0.35' },
      ],
    },
  ]);

  fireEvent.click(drawer.getByRole('button', { name: /아래 보기/ }));
  expect(await screen.findByRole('complementary', { name: '한지사' })).toBeDefined();
  expect(office.sentTo(listPartners).at(-1)).toMatchObject({ parentId: 50 });
  // The way down stays, each level further to the right.
  const tree = within(screen.getByRole('table', { name: '파트너' }));
  const places = ['NURI01', 'HAN02'].map((code) => tree.getByText(code).parentElement?.style.paddingLeft);
  expect(places).toEqual(['0px', '20px']);
  expect(tree.getAllByText('바이너리 1.5% · 코인선물 40%')).toHaveLength(2);
  fireEvent.click(tree.getByText('NURI01'));
  const above = within(await screen.findByRole('complementary', { name: '누리파트너' }));
  expect(above.queryByRole('button', { name: /아래 보기/ })).toBeNull();
  fireEvent.click(tree.getByText('HAN02'));
  await screen.findByRole('complementary', { name: '한지사' });
  fireEvent.click(screen.getByRole('button', { name: /파트너 만들기/ }));
  const form = within(await screen.findByRole('dialog'));
  for (const [label, value] of [
    ['아이디', 'newbranch'],
    ['이름', '김지사'],
    ['닉네임', '김지사'],
    ['코드', 'KIM03'],
    ['코인선물 수수료의 %', '20'],
    ['이유', '새로 맺었습니다'],
  ] as const)
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  fireEvent.click(form.getByRole('button', { name: /요청/ }));
  await waitFor(() => expect(office.sentTo(createPartner)).toHaveLength(1));
  expect(office.sentTo(createPartner)).toMatchObject([
    { username: 'newbranch', code: 'KIM03', parentId: 50, rates: [{ rate: '0' }, { rate: '0.2' }] },
  ]);
});

function openTree() {
  const office = officeDouble();
  office.on(listPartners, { reply: pageOf(head) });
  office.on(partnerMembers, { reply: { content: [] } });
  office.on(partnerStatement, { reply: { nick: '누리파트너', code: 'NURI01', content: [] } });
  return office;
}
const partOf = (name: string) => within(screen.getByRole('group', { name }));

test('members and a statement that are being read are not said to be none', async () => {
  const office = openTree();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  office.on(partnerMembers, () => asked.then(() => ({ reply: { content: [] } })));
  office.on(partnerStatement, () =>
    asked.then(() => ({ reply: { nick: '누리파트너', code: 'NURI01', content: [] } })),
  );
  office.open('/partners');
  await screen.findByRole('complementary', { name: '누리파트너' });
  await waitFor(() => expect(office.sentTo(partnerMembers)).toHaveLength(1));
  const lists = [
    ['직속 회원', '직속 회원이 없습니다.'],
    ['명세', '이 기간에 움직인 돈이 없습니다.'],
  ] as const;
  for (const [name, none] of lists) {
    expect(partOf(name).queryByText(none)).toBeNull();
    expect(partOf(name).getByText('불러오는 중')).toBeDefined();
  }
  answer();
  for (const [name, none] of lists) expect(await partOf(name).findByText(none)).toBeDefined();
});

test('what of the tree cannot be read is not said to be none', async () => {
  const office = openTree();
  const said = refusals.FORBIDDEN.ko;
  for (const call of [partnerMembers, partnerStatement]) office.on(call, { refusal: 'FORBIDDEN' });
  office.on(listPartners, ({ parentId }) =>
    parentId === undefined ? { reply: pageOf(head) } : { refusal: 'FORBIDDEN' },
  );
  office.open('/partners');
  const drawer = within(await screen.findByRole('complementary', { name: '누리파트너' }));
  await waitFor(() => expect(partOf('직속 회원').getByText(said)).toBeDefined());
  expect(await partOf('명세').findByText('읽지 못했습니다.')).toBeDefined();
  expect(drawer.getAllByText(said)).toHaveLength(2);
  // Whoever was opened stays in the list, so the reason stands above it.
  fireEvent.click(drawer.getByRole('button', { name: /아래 보기/ }));
  await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(3));
  cleanup();
  office.on(listPartners, { refusal: 'FORBIDDEN' });
  office.open('/partners');
  expect(await within(await screen.findByRole('group', { name: '파트너' })).findByText(said)).toBeDefined();
});

test('a percent is a fraction with at most eight places, between nothing and all', () => {
  expect(['1.5', '', '100', '0.000001'].map(fractionOf)).toEqual(['0.015', '0', '1', '0.00000001']);
  expect(['-1', '100.1', '0.0000001', 'x'].map(fractionOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['0.015', '0', '1'].map(percentOf)).toEqual(['1.5', '0', '100']);
});

import { cashierSetting } from '@maru/contract/cashier/settings';
import { bankList } from '@maru/contract/site';
import { changeSite, officeSite, officeSites, openSite } from '@maru/contract/site/office';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type OfficeDouble, officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const site = {
  ...{ id: 1, code: 'maru', moneyMode: 'PRACTICE', name: '마루', hosts: [], stockPrefix: '' },
  ...{ overseaPrefix: '', usedCoins: ['BINARY', 'FUTURES'], depositCoins: ['BINARY'], buyCoins: [] },
  ...{ binaryCurrency: 'KRW', type: '101111', practiceCredit: { BINARY: '100' }, refillMost: {} },
  ...{ language: 'ko', theme: { theme: 'dark', updown: 'global', accent: 'brass' }, banks: null },
  hasMembers: true,
};
const waiting = {
  ...{ id: 9, kind: 'SITE_SETTING', subject: 'type', body: '{}', reason: '상품 정리', requestedBy: 3 },
  ...{ requestedMillis: 1, approvedBy: null, approvedMillis: null, withdrawnBy: null, outcome: null },
};
const terms = { KRW: '1000' };

function double(): OfficeDouble {
  const office = officeDouble();
  office.on(officeSites, { reply: { content: [site], mayOpen: true } });
  office.on(officeSite, { reply: site });
  office.on(bankList, { reply: [{ id: 1, name: 'KB국민은행', code: '004' }] });
  office.on(cashierSetting, {
    reply: {
      ...{ fee: terms, depositLeast: terms, withdrawLeast: terms, twoFrom: terms, staffDayMost: terms },
      ...{ spread: '0.005', toMembers: true, waitHours: 24, p2p: true, depositCoins: [], buyCoins: [] },
    },
  });
  return office;
}

async function giveReason(title: string, reason: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: reason } });
  fireEvent.click(within(dialog).getByRole('button', { name: new RegExp(title) }));
}

test('another name is saved at once, and a product that is turned off waits for a second person', async () => {
  const office = double();
  office.on(changeSite, ({ name }) => ({
    reply: { ...site, waiting: name === undefined ? waiting : null },
  }));
  office.open('/sites');
  const name = await screen.findByRole('textbox', { name: '이름' });
  fireEvent.change(name, { target: { value: '마루 연습' } });
  fireEvent.click(screen.getByRole('button', { name: '저장' }));
  await giveReason('저장', '새 이름');
  await waitFor(() => expect(office.sentTo(changeSite)).toEqual([{ name: '마루 연습', reason: '새 이름' }]));

  fireEvent.change(screen.getByRole('textbox', { name: '이름' }), { target: { value: '마루' } });
  fireEvent.click(screen.getByRole('checkbox', { name: '비트볼' }));
  const [ask] = screen.getAllByRole('button', { name: /승인 요청/ });
  fireEvent.click(ask!);
  await giveReason('승인 요청', '상품 정리');
  await waitFor(() => expect(office.sentTo(changeSite)).toHaveLength(2));
  expect(office.sentTo(changeSite)[1]).toEqual({ type: '101101', reason: '상품 정리' });
  expect(await screen.findByText('다른 사람의 승인을 기다립니다.')).toBeDefined();
});

test('wallets of a site with members are shown and not offered for change', async () => {
  double().open('/sites');
  const wallets = await screen.findByRole('group', { name: '쓰는 지갑' });
  for (const box of within(wallets).getAllByRole('checkbox'))
    expect((box as HTMLInputElement).disabled).toBe(true);
});

test('a new site is asked for with all its settings, and one that breaks a rule is not sent', async () => {
  const office = double();
  office.on(openSite, { reply: { waiting: { ...waiting, kind: 'SITE_NEW', subject: 'seoul' } } });
  office.open('/sites/new');
  fireEvent.change(await screen.findByRole('textbox', { name: '코드' }), { target: { value: 'seoul' } });
  fireEvent.change(screen.getByRole('textbox', { name: '이름' }), { target: { value: '서울 거래소' } });
  const hosts = screen.getByRole('textbox', { name: '주소 (호스트)' });
  const ask = screen.getByRole('button', { name: /새 사이트 승인 요청/ }) as HTMLButtonElement;
  fireEvent.change(hosts, { target: { value: 'not a host' } });
  expect(ask.disabled).toBe(true);
  fireEvent.change(hosts, { target: { value: 'seoul.example\nwww.seoul.example' } });
  expect(ask.disabled).toBe(false);
  const head = screen.getByRole('textbox', { name: '총괄 아이디' });
  fireEvent.change(head, { target: { value: 'abc' } });
  expect(ask.disabled).toBe(true);
  fireEvent.change(head, { target: { value: 'seoul-head' } });
  fireEvent.change(screen.getByRole('textbox', { name: '본사 파트너 코드' }), { target: { value: 'SEOUL' } });
  fireEvent.click(ask);
  await giveReason('새 사이트 승인 요청', '두 번째 사이트');
  await waitFor(() => expect(office.path()).toBe('/sites'));
  expect(office.sentTo(openSite)).toMatchObject([
    {
      code: 'seoul',
      name: '서울 거래소',
      hosts: ['seoul.example', 'www.seoul.example'],
      type: '101111',
      moneyMode: 'PRACTICE',
      head: { username: 'seoul-head', name: '총괄' },
      partner: { username: 'partner', name: '본사', nick: '본사', code: 'SEOUL' },
      reason: '두 번째 사이트',
    },
  ]);
});

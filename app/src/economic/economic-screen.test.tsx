import { economicList, economicReminders, setEconomicReminder } from '@maru/contract/economic/calls';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createStand } from '../stand-double.tsx';
import { EconomicScreen } from './economic-screen.tsx';
import { figureText } from './figure-text.ts';

afterEach(cleanup);

/** Friday, 22:48 in Korea. */
const NOW = Date.UTC(2025, 10, 14, 13, 48);

const indicator = (minutes: number, nameKo: string, more: object = {}) => ({
  ...{
    atMillis: NOW + minutes * 60_000,
    country: 'US',
    code: `C${minutes + 900}`,
    nameKo,
    nameEn: `${nameKo} en`,
  },
  ...{ importance: 3, previous: '-0.1', forecast: '0.3', actual: null as string | null, unit: '%' },
  ...more,
});

async function openAt(content: readonly object[], { isSample = false, signedIn = true } = {}) {
  const stand = createStand({
    path: '/more/economic',
    pattern: '/more/economic',
    screen: EconomicScreen,
    now: NOW,
    signedIn,
    header: { title: 'economic', back: '/more' },
  });
  stand.server.answer(economicList, () => ({ reply: { isSample, content } }));
  let reminders: readonly object[] = [];
  stand.server.answer(economicReminders, () => ({ reply: { reminders } }));
  stand.server.answer(setEconomicReminder, ({ isOn, ...release }) => {
    reminders = isOn ? [release] : [];
    return { reply: { reminders } };
  });
  await stand.open();
  return stand;
}

test('a day shows its releases, the next one with the time that is left', async () => {
  const { server } = await openAt([
    indicator(-18, '생산자물가지수', { actual: '0.3' }),
    indicator(12, '기업 재고'),
    indicator(117, '연준 이사 연설', { previous: null, forecast: null, importance: 2 }),
  ]);
  const [past, next, later] = screen.getAllByRole('listitem');
  expect(past?.textContent).toBe('22:30US생산자물가지수발표 0.3%예상 0.3%이전 −0.1%');
  expect(next?.textContent).toBe('23:0012분 뒤US기업 재고발표 –예상 0.3%이전 −0.1%');
  expect(within(later!).getByRole('img', { name: '중요도 보통' })).toBeTruthy();
  expect(later?.textContent).toContain('발표 –예상 –이전 –');
  expect(screen.queryByText(/예시 자료/)).toBeNull();
  expect(server.asked.find(({ path }) => path === economicList.path)?.query).toMatchObject({
    date: '2025-11-14',
    importance: '1',
  });
});

test('a member is reminded of a release that is still to come, and of none that was', async () => {
  const { server, pass } = await openAt([indicator(-18, '생산자물가지수'), indicator(12, '기업 재고')]);
  const bells = () => screen.getAllByRole('button', { name: /알림$/ });
  expect(bells().map((bell) => [bell.getAttribute('aria-label'), bell.getAttribute('aria-pressed')])).toEqual(
    [['기업 재고 알림', 'false']],
  );
  await act(async () => fireEvent.click(bells()[0]!));
  await pass(0);
  expect(bells()[0]?.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('발표 10분 전에 알립니다')).toBeTruthy();
  // Reading them has the same path and no body.
  expect(server.asked.filter(({ path }) => path === setEconomicReminder.path)).toContainEqual(
    expect.objectContaining({ body: expect.objectContaining({ country: 'US', code: 'C912', isOn: true }) }),
  );
  await act(async () => fireEvent.click(bells()[0]!));
  await pass(0);
  expect(bells()[0]?.getAttribute('aria-pressed')).toBe('false');
});

test('a guest has no bell', async () => {
  await openAt([indicator(12, '기업 재고')], { signedIn: false });
  expect(screen.queryByRole('button', { name: /알림$/ })).toBeNull();
});

test('examples are marked as such', async () => {
  await openAt([indicator(12, '기업 재고')], { isSample: true });
  expect(screen.getByText(/예시 자료입니다/)).toBeTruthy();
});

test('the week begins on Monday, another day can be chosen, and a day without releases says so', async () => {
  const { server } = await openAt([]);
  const week = within(screen.getByRole('group', { name: '11월 10일부터 한 주' })).getAllByRole('button');
  expect(week.map(({ textContent }) => textContent)).toEqual([
    ...['월10', '화11', '수12', '목13', '금14', '토15', '일16'],
  ]);
  expect(week[4]?.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByText('이날 발표가 없습니다')).toBeTruthy();
  await act(async () => fireEvent.click(week[2]!));
  expect(server.asked.at(-1)?.query['date']).toBe('2025-11-12');
  // Two weeks before and three after.
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(
    ['10월 27일', '11월 3일', '11월 10일', '11월 17일', '11월 24일', '12월 1일'].map(
      (day) => `${day}부터 한 주`,
    ),
  );
  const after = within(screen.getByRole('group', { name: '12월 1일부터 한 주' })).getAllByRole('button');
  await act(async () => fireEvent.click(after[6]!));
  expect(server.asked.at(-1)?.query['date']).toBe('2025-12-07');
});

test('only important ones are shown when chosen', async () => {
  const { server } = await openAt([]);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '중요도 고르기' })));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '높음만' })));
  expect(server.asked.at(-1)?.query['importance']).toBe('3');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '모두 보기' })));
  expect(screen.getByText('이날 발표가 없습니다')).toBeTruthy();
});

test.each([
  ['87.2', '$B', '$87.2B'],
  ['-12', 'B', '−12B'],
  ['+45', 'B', '+45B'],
  ['-3', '¥B', '−¥3B'],
  [null, '%', '–'],
])('%s of %s is written %s', (figure, unit, text) => {
  expect(figureText(figure, unit)).toBe(text);
});

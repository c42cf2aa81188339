import { MOST_LISTED_PROFITS, myProfits } from '@maru/contract/partner/profit-calls';
import { DAY_MS } from '@maru/engine/time';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPartner, page, partnerServer, row, rows } from '../partner-double.ts';
import { dateOf, instantOf } from '../receipt/history-range.ts';
import { tap } from '../screen-double.tsx';
import type { ServerDouble } from '../server-double.ts';

let server: ServerDouble;
let files: { readonly name: string; readonly content: Blob }[] = [];
beforeEach(() => {
  server = partnerServer();
  files = [];
  let made: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: made! });
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const datesIn = async (file: Blob): Promise<readonly string[]> =>
  (await file.text())
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.slice(0, 10));

const askedLast = () => server.asked.at(-1)!.query;

/** Each day has so many rows, of which one is sent; a listing ends where the server ends it, at its oldest days. */
function answerWith(rowsPerDay: number): void {
  server.answer(myProfits, () => {
    const { startDate, endDate } = askedLast();
    const days: string[] = [];
    for (let at = instantOf(endDate!); dateOf(at) >= startDate!; at -= DAY_MS) days.push(dateOf(at));
    const total = Math.min(MOST_LISTED_PROFITS, days.length * rowsPerDay);
    const content = days
      .slice(0, Math.ceil(total / rowsPerDay))
      .map((date) => row(Number(date.replaceAll('-', '')), { date }));
    return { reply: { ...page(content), totalElements: total } };
  });
}

async function download() {
  await openPartner(server);
  await tap(/^기간: /);
  await tap('최근 7일');
  await screen.findByRole('region', { name: '7일 정산' });
  await tap('내려받기');
}

const WEEK = ['15', '14', '13', '12', '11', '10', '09'].map((day) => `2023-11-${day}`);

test('days that one listing does not reach are in the file, each once', async () => {
  answerWith(2_500);
  await download();
  expect(await screen.findByText('파일을 저장했습니다')).toBeTruthy();
  expect(files.map(({ name }) => name)).toEqual(['maru-partner-2023-11-09-2023-11-15.csv']);
  expect(await datesIn(files[0]!.content)).toEqual(WEEK);
});

test('what does not fit into one file is left out by whole days, and the file says from which day on it is', async () => {
  answerWith(4_000);
  await download();
  expect(await screen.findByText('기간의 일부만 저장했습니다')).toBeTruthy();
  expect(screen.getByText(/2023\.11\.11부터 담았습니다/)).toBeTruthy();
  expect(files.map(({ name }) => name)).toEqual(['maru-partner-2023-11-11-2023-11-15.csv']);
  expect(await datesIn(files[0]!.content)).toEqual(WEEK.slice(0, 5));
});

test('a day of more rows than are listed makes no file that looks complete', async () => {
  answerWith(MOST_LISTED_PROFITS);
  await download();
  expect(await screen.findByText('파일을 만들지 못했습니다')).toBeTruthy();
  expect(screen.getByText(/2023\.11\.15 하루의 내역이 너무 많아/)).toBeTruthy();
  expect(files).toEqual([]);
});

test('a file of many pages waits where the server wants it slower, and has every page', async () => {
  await openPartner(server);
  let refusals = 0;
  server.answer(myProfits, () => {
    const asked = Number(askedLast()['page']);
    if (asked % 5 === 3 && refusals++ % 3 < 2) return { refusal: 'TOO_MANY_REQUESTS' };
    return { reply: { ...page([row(900 - asked, {})]), page: asked, totalElements: 15, totalPages: 15 } };
  });
  await tap('내려받기');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await datesIn(files[0]!.content)).toHaveLength(15);
});

test('a page that cannot be read makes no file', async () => {
  await openPartner(server);
  server.answer(myProfits, () =>
    askedLast()['page'] === '0'
      ? { reply: { ...page(rows), totalPages: 3 } }
      : { refusal: 'TOO_MANY_REQUESTS' },
  );
  await tap('내려받기');
  expect(await screen.findByText('파일을 만들지 못했습니다')).toBeTruthy();
  expect(files).toEqual([]);
});

test('while a file is made, the button says so and makes no second one', async () => {
  await openPartner(server);
  const held = Promise.withResolvers<{ reply: ReturnType<typeof page> }>();
  server.answer(myProfits, () => held.promise);
  await tap('내려받기');
  await tap('파일을 만들고 있습니다');
  expect(server.asked.filter(({ query }) => query['size'] === '100')).toHaveLength(1);
  await act(async () => held.resolve({ reply: page(rows) }));
  expect(await screen.findByRole('button', { name: '내려받기' })).toBeTruthy();
  expect(files).toHaveLength(1);
});

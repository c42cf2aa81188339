// A member who programs: makes a key in the app, reads the wallet and orders with curl, and deletes the key.
import { execFile } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { myWallets } from '@maru/contract/account/calls';
import type { AnyCall } from '@maru/contract/call';
import { placeFuturesOrder } from '@maru/contract/futures/calls';
import { openFuturesOrders } from '@maru/contract/futures/history';
import { lastPrice } from '@maru/contract/market';
import { beginTotp, confirmTotp } from '@maru/contract/security/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { codeShown } from '../authenticator.ts';
import { signedIn, test } from '../journey.ts';
import type { World } from '../world.ts';

const run = promisify(execFile);
const BITCOIN = 1;
const STEP_MS = 30_000;

interface Key {
  readonly key: string;
  readonly secret: string;
}

async function curl(world: World, { key, secret }: Key, call: AnyCall, body?: object) {
  const time = String(Date.now() + world.aheadMs());
  const text = body === undefined ? '' : JSON.stringify(body);
  const bodyHash = createHash('sha256').update(text).digest('hex');
  const sign = createHmac('sha256', secret)
    .update(`${time}${call.method}${call.path}${bodyHash}`)
    .digest('hex');
  const headers = [`Maru-Key: ${key}`, `Maru-Time: ${time}`, `Maru-Sign: ${sign}`];
  const { stdout } = await run('curl', [
    '--silent',
    ...['--request', call.method, `${world.address}${call.path}`],
    ...headers.flatMap((header) => ['--header', header]),
    ...(body === undefined ? [] : ['--header', 'Content-Type: application/json', '--data-binary', text]),
  ]);
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

/** Of a member with an authenticator app `code` is what it shows. */
async function makeKey(
  page: Page,
  name: string,
  { password, code }: { readonly password: string; readonly code?: string },
): Promise<Key> {
  await page.getByRole('button', { name: '새 키 만들기' }).click();
  const sheet = page.getByRole('dialog', { name: '새 키 만들기' });
  await sheet.getByLabel('이름').fill(name);
  await sheet.getByRole('checkbox', { name: /^거래/ }).click();
  await sheet.getByRole('button', { name: '주소 추가' }).click();
  await sheet.getByLabel('IP 주소나 범위').fill('127.0.0.1');
  await sheet.getByRole('button', { name: '추가', exact: true }).click();
  const proof = code === undefined ? '비밀번호로' : '6자리 번호로';
  await sheet.getByRole('button', { name: `${proof} 확인하고 만들기` }).click();
  const confirming = page.getByRole('dialog', { name: '본인 확인' });
  await confirming.getByRole('textbox', { name: '비밀번호' }).fill(password);
  await confirming.getByRole('button', { name: '만들기', exact: true }).click();
  if (code !== undefined) {
    const asking = page.getByRole('dialog', { name: '6자리 번호' });
    await asking.getByRole('textbox', { name: '6자리 번호' }).fill(code);
    await asking.getByRole('button', { name: '확인', exact: true }).click();
  }
  const made = page.getByRole('dialog', { name: '키를 만들었습니다' });
  const shown = made.locator('[data-text]');
  await expect(shown).toHaveCount(2);
  const [key = '', secret = ''] = await shown.evaluateAll((parts) =>
    parts.map((part) => part.getAttribute('data-text') ?? ''),
  );
  await made.getByRole('checkbox', { name: '안전한 곳에 저장했습니다' }).click();
  await made.getByRole('button', { name: '닫기' }).click();
  await expect(made).toBeHidden();
  return { key, secret };
}

test('a key of the app reads and orders by curl until it is deleted', async ({
  memberPage: page,
  world,
  trader,
}) => {
  await page.goto('/more/api-keys');
  await expect(page.getByText('아직 API 키가 없습니다')).toBeVisible();
  const key = await makeKey(page, '야간 자동 주문', trader);
  const card = page.getByRole('region', { name: '야간 자동 주문' });
  await expect(card.getByText('127.0.0.1')).toBeVisible();

  expect(await curl(world, key, myWallets)).toMatchObject({ FUTURES: { currency: 'USDT' } });
  const { price } = await ask(world, lastPrice, { query: { stock: 'BTCUSDT' } });
  const order = { futuresOptionId: BITCOIN, tradeType: 'LONG', marketType: 'LIMIT', qty: '0.001' };
  const limit = String(Math.floor(Number(price) * 0.9));
  const placed = await curl(world, key, placeFuturesOrder, { ...order, price: limit });
  const token = await signedIn(world, trader);
  expect(await ask(world, openFuturesOrders, { token })).toMatchObject([{ id: placed['id'] }]);
  await page.reload();
  await expect(card.getByText(/· 127\.0\.0\.1$/)).toBeVisible();

  await card.getByRole('button', { name: '야간 자동 주문 더보기' }).click();
  await page.getByRole('button', { name: '키 지우기' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '키 지우기' }).click();
  await expect(page.getByText('아직 API 키가 없습니다')).toBeVisible();
  expect(await curl(world, key, myWallets)).toMatchObject({ status: 401, code: 'SIGNATURE_WRONG' });

  await page.getByRole('link', { name: 'API 안내' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maru API' })).toBeVisible();
  await expect(page.getByText('코인선물 주문', { exact: true })).toBeVisible();
});

test('a member with an authenticator app makes a key with its code, and a letter tells of it', async ({
  memberPage: page,
  world,
  trader,
}) => {
  const token = await signedIn(world, trader);
  const { secret } = await ask(world, beginTotp, { body: { password: trader.password }, token });
  const now = () => Date.now() + world.aheadMs();
  await ask(world, confirmTotp, { body: { code: codeShown(secret, now()) }, token });
  // The code that turned it on is used up; the next one is not.
  await world.passTime(STEP_MS);
  await page.goto('/more/api-keys');
  const code = codeShown(secret, now());
  const key = await makeKey(page, '집 서버 봇', { password: trader.password, code });
  expect(await curl(world, key, myWallets)).toMatchObject({ FUTURES: { currency: 'USDT' } });
  await page.goto('/more/message');
  await expect(page.getByText('새 API 키를 만들었습니다')).toBeVisible();
});

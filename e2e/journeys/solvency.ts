// The proof of one's own balance: published at ten past midnight, checked on the phone and by the program outside, and
// refused where a balance was changed.
import { readFile, writeFile } from 'node:fs/promises';
import { solvencyProof, type WireSolvencyProof } from '@maru/contract/solvency/calls';
import { expect } from '@playwright/test';
import { captureSizes } from '../capture.ts';
import { newTrader, test, visit } from '../journey.ts';
import { leapTo } from '../oversea.ts';
import { run, save } from '../receipt-files.ts';

const at = (text: string): number => Date.parse(`${text}+09:00`);

test.use({
  ownWorld: 'solvency',
  worldSettings: { beginsAt: at('2026-11-16T23:50:00'), settings: { SOLVENCY_AFTER_SECONDS: '0' } },
});

/** One won more than the account has. */
function richer(proof: WireSolvencyProof): WireSolvencyProof {
  const purses = proof.leaf.purses.map((purse) =>
    purse.currency === 'KRW' && purse.kind === 'free'
      ? { ...purse, balance: String(Number(purse.balance) + 1) }
      : purse,
  );
  return { ...proof, leaf: { ...proof.leaf, purses } };
}

test('a balance is proven on the phone and by the program, and a changed one is refused', async ({
  memberPage: page,
  world,
}, journey) => {
  test.setTimeout(180_000);
  const path = (name: string) => journey.outputPath(name);
  // Neighbours, so that there are steps to the root.
  for (let other = 0; other < 4; other += 1) await newTrader(world);

  // The account is younger than the newest root.
  await visit(page, '/wallet/solvency');
  await expect(page.getByRole('heading', { level: 1, name: '내 잔액 증명' })).toBeVisible();
  await expect(page.getByText('아직 내 잔액이 든 뿌리가 없습니다')).toBeVisible();
  await expect(page.getByText('다음은 11월 17일 (화) 00:10입니다')).toBeVisible();
  await captureSizes(page, { name: '09c-solvency.empty', appearances: ['dark'] });

  await leapTo(world, at('2026-11-17T00:11:00'), page);
  const proven = page.getByRole('status').filter({ hasText: '일치' });
  await expect(async () => {
    await page.goto('/wallet/solvency');
    await expect(proven).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText(/10,000,000원/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '장부 합계는 0입니다' })).toBeVisible();
  await expect(page.getByText('모두 더하면').first()).toBeVisible();

  const article = page.getByRole('article');
  const proof = await save(article, { role: 'button', name: '저장' }, path);
  await captureSizes(page, { name: '09c-solvency', appearances: ['dark', 'light'] });

  await page.getByRole('button', { name: '검증 방법과 코드' }).click();
  const help = page.getByRole('dialog', { name: '검증 방법과 코드' });
  const program = await save(help, { role: 'link', name: '검증 프로그램' }, path);
  await captureSizes(page, { name: '09c-solvency.method', appearances: ['dark'] });
  await help.getByRole('button', { name: '닫기' }).click();
  const published = JSON.parse(await readFile(proof, 'utf8')) as WireSolvencyProof;
  expect(await run(program, proof, published.root)).toBe(0);
  const forged = path('forged.json');
  await writeFile(forged, JSON.stringify(richer(published)));
  expect(await run(program, forged)).toBe(1);

  // The same forgery in the answer of the server.
  await page.route(`**${solvencyProof.path}*`, (route) => route.fulfill({ json: richer(published) }));
  await page.getByRole('button', { name: '이 기기에서 검증' }).click();
  const refused = page.getByRole('status').filter({ hasText: '다름' });
  await expect(refused).toBeVisible();
  await expect(proven).toHaveCount(0);
  await captureSizes(page, { name: '09c-solvency.different', appearances: ['dark', 'light'] });
});

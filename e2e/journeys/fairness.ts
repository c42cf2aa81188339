// The public pages, read by somebody without an account while staff tell of an incident in a second browser.

import { readFile } from 'node:fs/promises';
import { fairnessData } from '@maru/contract/fairness/calls';
import { expect } from '@playwright/test';
import { captureSizes } from '../capture.ts';
import { test } from '../journey.ts';
import { openOfficePage } from '../office-pages.ts';

test('a guest reads the status and the fairness of the platform, and an incident as staff tell of it', async ({
  page,
  browser,
  world,
}) => {
  await page.goto('/signin');
  await page.getByRole('link', { name: '서비스 상태' }).click();
  await expect(page).toHaveURL(/\/status$/);
  await expect(page.getByRole('heading', { level: 2, name: '장애' })).toBeVisible();
  await expect(page.getByText(/^열린 종목 \d+개 · 늦음 \d+개$/)).toBeVisible();
  const told = '주문이 늦게 체결되고 있습니다.';
  await expect(page.getByText(told)).toBeHidden();

  const { page: office, faults } = await openOfficePage(browser, world, {
    ...{ who: world.operator, path: '/incidents' },
  });
  await office.getByRole('button', { name: '장애 알리기' }).click();
  const form = office.getByRole('dialog', { name: '장애 알리기' });
  await form.getByRole('textbox', { name: '알리는 글', exact: true }).fill(told);
  await form.getByRole('textbox', { name: '바꾸는 까닭' }).fill('체결 지연');
  await form.getByRole('button', { name: '게시판에 알리기' }).click();
  await expect(office.getByRole('row', { name: new RegExp(told) })).toContainText('진행 중');

  await page.reload();
  await expect(page.getByText(told)).toBeVisible();
  await expect(page.getByText('진행 중')).toBeVisible();
  await captureSizes(page, { name: 'status', appearances: ['dark', 'light'] });

  await page.getByRole('link', { name: '공정성 자료 보기' }).click();
  await expect(page).toHaveURL(/\/fairness$/);
  await expect(page.getByText(told)).toBeVisible();
  const asked = page.waitForResponse(`**${fairnessData.path}*`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '표로 내려받기' }).click();
  const answered = (await (await asked).json()) as { readonly incidents: readonly { readonly id: number }[] };
  const table = await readFile(await (await saving).path(), 'utf8');
  expect(table).toContain(`incidents,,,incident ${answered.incidents[0]?.id},textKo,${told}\r\n`);

  // The incident ends, and stays in the history.
  await office.getByRole('row', { name: new RegExp(told) }).dblclick();
  const rewritten = office.getByRole('dialog', { name: '체결 지연' });
  const started = await rewritten.getByLabel('시작한 때').inputValue();
  await rewritten.getByLabel('끝난 때').fill(started);
  await rewritten.getByRole('textbox', { name: '알리는 글', exact: true }).fill('주문 체결이 돌아왔습니다.');
  await rewritten.getByRole('button', { name: '저장' }).click();
  await expect(rewritten).toBeHidden();
  await page.goto('/status');
  await expect(page.getByText('주문 체결이 돌아왔습니다.')).toBeVisible();
  await expect(page.getByText('진행 중')).toBeHidden();
  expect(faults).toEqual([]);
});

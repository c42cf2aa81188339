// A price alert that is set in the app fires: the toast, the number in the menu, the centre, and a web push. No browser
// without a network can subscribe to a push service, so one on loopback plays it, and hands what it decrypted to the
// service worker as the browser would.
import { addPushDevice } from '@maru/contract/notification/calls';
import { expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { FIRST, openTrade, setMark, test } from '../futures.ts';
import { signedIn, toast } from '../journey.ts';
import { startPushService } from '../push-service.ts';

const PORT = 47_813;
test.use({ worldSettings: { prices: 'pushed', settings: { PUSH_HOSTS: `http://127.0.0.1:${PORT}` } } });

/** Gives a push to the service worker as the browser does. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data,
  });
  await session.detach();
}

test('a price alert set over the chart fires once: toast, number, centre and web push', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  const service = await startPushService(PORT);
  try {
    await setMark({ world, page, prices }, FIRST);
    const token = await signedIn(world, trader);
    await ask(world, addPushDevice, { body: { ...service.device, name: '여행하는 폰' }, token });

    await openTrade(page);
    await page.getByRole('button', { name: '가격 알림' }).click();
    await expect(page).toHaveURL(/\/more\/alerts\/BTCUSDT$/);
    const form = page.getByRole('region', { name: '가격 알림' });
    await form.getByRole('spinbutton', { name: '알림 가격' }).fill('95100');
    await form.getByRole('button', { name: /^95,100\S* 이상이면 알림$/ }).click();
    await expect(toast(page)).toContainText('가격 알림을 만들었습니다');

    await prices.setPrice('95050');
    await prices.setPrice('95101');
    await expect(toast(page)).toContainText(/95,100\S* 도달/);
    await expect(toast(page)).toContainText('내가 정한 가격 알림');

    await page.goto('/more');
    await page.getByRole('button', { name: /^알림\s*1/ }).click();
    await expect(page).toHaveURL(/\/more\/notifications$/);
    const row = page.getByRole('link', { name: /95,100\S* 도달/ });
    await expect(row).toBeVisible();
    await expect(row.getByRole('img', { name: '읽지 않음' })).toBeVisible();
    await page.getByRole('button', { name: '입출금', exact: true }).click();
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: '가격', exact: true }).click();
    await expect(row).toBeVisible();
    // It fired once, and is gone from the alerts.
    await page.goto('/more/alerts');
    await expect(page.getByText('아직 가격 알림이 없습니다')).toBeVisible();
    await page.goto('/more');
    await expect(page.getByRole('button', { name: /^알림$/ })).toBeVisible();

    await expect.poll(() => service.received.length).toBe(1);
    expect(service.received[0]).toMatchObject({ urgency: 'high' });
    const text = service.received[0]?.text ?? '';
    expect(JSON.parse(text)).toMatchObject({
      category: 'PRICE',
      path: '/more/alerts/BTCUSDT',
      title: expect.stringMatching(/95,100\S* 도달/),
    });

    await page.context().grantPermissions(['notifications'], { origin: world.address });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
      );
    // While a page is on the screen, the page tells it itself.
    await deliver(page, world.address, text);
    expect(await shown()).toEqual([]);
    // Another origin on the screen: nothing of the app is visible.
    const away = await page.context().newPage();
    await page.goto('about:blank');
    await deliver(away, world.address, text);
    await page.goto('/more');
    await expect.poll(shown).toEqual([expect.stringMatching(/95,100\S* 도달/)]);
    await away.close();
  } finally {
    await service.end();
  }
});

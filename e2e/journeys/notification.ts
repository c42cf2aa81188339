// A price alert that is set in the app fires: the toast, the number in the menu, the centre, and a web push. No browser
// without a network can subscribe to a push service, so one on loopback plays it, and hands what it decrypted to the
// service worker as the browser would.
import { createAlert } from '@maru/contract/alert/calls';
import { applyDnw } from '@maru/contract/cashier/calls';
import { publishContent, saveContent } from '@maru/contract/content/office';
import { addPushDevice, pushDevices } from '@maru/contract/notification/calls';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { ask } from '../ask.ts';
import { captureAtBothSizes } from '../capture.ts';
import { FIRST, openTrade, orderPastApp, setMark, test } from '../futures.ts';
import { go, signedIn, toast } from '../journey.ts';
import { officeToken } from '../office-sign-in.ts';
import { type Appearance, SIZES } from '../pictures.ts';
import { startPushReceiver } from '../push-receiver.ts';
import type { World } from '../world.ts';

/** Below the ports that a system gives to outgoing connections. */
const PORT = 18_613;
const RECEIVER = `http://127.0.0.1:${PORT}`;
test.use({
  hasServiceWorker: true,
  worldSettings: { prices: 'pushed', settings: { PUSH_HOSTS: RECEIVER } },
});

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

interface Shown {
  readonly title: string;
  readonly data: unknown;
}

/**
 * The system's notifications, as the service worker asks for them: a Chromium without a screen has none, and refuses the
 * permission for them.
 */
async function systemNotifications(context: BrowserContext) {
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('expected a service worker, found none');
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; shown: object[] };
    scope.shown = [];
    Object.defineProperty(scope.registration, 'showNotification', {
      value: async (title: string, options: object) => void scope.shown.push({ title, ...options }),
    });
  });
  return {
    shown: (): Promise<readonly Shown[]> =>
      worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown),
    tap: ({ data }: Shown): Promise<void> =>
      worker.evaluate((of) => {
        const event = new Event('notificationclick');
        // Without a finger on the screen no window may be focused: only where the page goes is seen.
        const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
        globalThis.dispatchEvent(Object.assign(event, { notification: { data: of, close() {} }, waitUntil }));
      }, data),
  };
}

async function tellNotice(world: World, title: string): Promise<void> {
  const token = await officeToken(world, world.operator);
  const body = {
    kind: 'notice',
    category: 'SYSTEM',
    isPushed: true,
    ko: { title, content: '<p>06:00–07:00</p>' },
  };
  const { id: contentId } = await ask(world, saveContent, { body, token });
  await ask(world, publishContent, { body: { contentId, version: 1 }, token });
}

test('a price alert set over the chart fires once: toast, number, centre and web push', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  const receiver = await startPushReceiver(PORT);
  try {
    await setMark({ world, page, prices }, FIRST);
    const token = await signedIn(world, trader);
    await ask(world, addPushDevice, { body: { ...receiver.device, name: '여행하는 폰' }, token });

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

    // What staff publish for everybody comes the same ways.
    await tellNotice(world, '시스템 점검');
    await toast(page).click();
    await expect(toast(page)).toContainText('시스템 점검');
    const ofNotice = () => receiver.received.filter(({ text: each }) => each.includes('시스템 점검'));
    await expect.poll(() => ofNotice().length).toBe(1);

    await page.goto('/more');
    // The third is the letter about the sign-in of the other device.
    await page.getByRole('button', { name: /^알림\s*3$/ }).click();
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

    // The letter may be told before or after the other device was known.
    const ofPrice = () => receiver.received.filter(({ text }) => JSON.parse(text).category === 'PRICE');
    await expect.poll(() => ofPrice().length).toBe(1);
    const { publicKey } = await ask(world, pushDevices, { token });
    expect(ofPrice()).toMatchObject([
      { encoding: 'aes128gcm', urgency: 'high', signedBy: publicKey, claims: { aud: RECEIVER } },
    ]);
    const text = ofPrice()[0]?.text ?? '';
    expect(JSON.parse(text)).toMatchObject({
      category: 'PRICE',
      path: '/more/alerts/BTCUSDT',
      title: expect.stringMatching(/95,100\S* 도달/),
    });

    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const { shown, tap } = await systemNotifications(page.context());
    // While a page is on the screen, the page tells it itself.
    await deliver(page, world.address, text);
    expect(await shown()).toEqual([]);
    // Another origin on the screen: nothing of the app is visible.
    await page.goto(RECEIVER);
    await deliver(page, world.address, text);
    await expect.poll(shown).toMatchObject([{ title: expect.stringMatching(/95,100\S* 도달/) }]);
    await page.goto('/more');
    const [notification] = await shown();
    if (notification !== undefined) await tap(notification);
    await expect(page).toHaveURL(/\/more\/alerts\/BTCUSDT$/);
  } finally {
    await receiver.end();
  }
});

const PLAIN: readonly Appearance[] = ['dark', 'light'];

const screens = [
  ['40-notifications', '/more/notifications', /95,100\S* 도달/],
  ['40-notification-setting', '/more/notifications/setting', '앱 안 알림'],
  ['40b-price-alert', '/more/alerts/BTCUSDT', '얼마나 자주'],
  ['17-economic', '/more/economic', '신규 실업수당 청구건수'],
] as const;

test('the centre, its settings, the alerts of a chart and the calendar are as designed', async ({
  memberPage: page,
  world,
  trader,
  prices,
}) => {
  test.setTimeout(240_000);
  await setMark({ world, page, prices }, FIRST);
  const token = await signedIn(world, trader);
  const alert = { stock: 'BTCUSDT', basis: 'LAST', repeat: 'ONCE', push: true, inApp: true };
  await ask(world, createAlert, { body: { ...alert, fires: 'AT_OR_ABOVE', level: '95100' }, token });
  await ask(world, createAlert, { body: { ...alert, fires: 'AT_OR_BELOW', level: '93700' }, token });
  await prices.setPrice('95101');
  await orderPastApp(world, trader);
  await ask(world, applyDnw, { body: { type: 'D', point: '500000' }, token });
  await tellNotice(world, '11월 15일(토) 시스템 점검');
  await page.setViewportSize(SIZES[0]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/more');
  const scenes = screens.map(([name, path, shown]) => ({
    name,
    appearances: PLAIN,
    async open() {
      await go(page, path);
      await expect(page.getByText(shown).first()).toBeVisible();
      if (name === '40b-price-alert')
        await expect(page.locator('.chart-canvas canvas').first()).toBeVisible();
    },
  }));
  await captureAtBothSizes(page, scenes);
});

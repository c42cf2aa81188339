import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fillOf, openOversea, orderOf } from '../../oversea-double.ts';
import { audioDouble } from '../../shell/device/audio-double.ts';

afterEach(cleanup);

async function open() {
  const audio = audioDouble();
  const page = await openOversea('/more', { openAudio: audio.open });
  await act(async () => fireEvent.pointerUp(document.body));
  const tones = async (happen: () => Promise<void>) => {
    const before = audio.tones();
    audio.pass(5);
    await happen();
    await page.pass(50);
    return audio.tones() - before;
  };
  // The notices are a separate chunk, loaded after the first screen.
  let lastId = 100;
  await waitFor(async () => {
    await page.pass(0);
    const fills = [fillOf({ id: ++lastId })];
    expect(await tones(() => page.pushTrade('ORDER_FILLED', { fills }))).not.toBe(0);
  });
  return { ...page, tones };
}

test('a sound is played when a waiting order is accepted or cancelled and for every fill, each by its own switch', async () => {
  const { device, pushTrade, tones } = await open();
  const limit = (id: number, status: 'OPEN' | 'CANCELED') =>
    orderOf({ id, status, cancelReason: status === 'OPEN' ? null : 'PLAYER' });
  expect(await tones(() => pushTrade('ORDER_SUCCESS', { orders: [limit(1, 'OPEN')] }))).not.toBe(0);
  expect(await tones(() => pushTrade('ORDER_CANCEL', { orders: [limit(1, 'CANCELED')] }))).not.toBe(0);
  const market = fillOf({ id: 7, marketType: 'MARKET' });
  expect(await tones(() => pushTrade('ORDER_FILLED', { fills: [market] }))).not.toBe(0);

  device.preferences.change({ sound: { SUCCESS: false, CANCEL: true, FILLED: false } });
  expect(await tones(() => pushTrade('ORDER_SUCCESS', { orders: [limit(2, 'OPEN')] }))).toBe(0);
  expect(await tones(() => pushTrade('ORDER_CANCEL', { orders: [limit(2, 'CANCELED')] }))).not.toBe(0);
  expect(await tones(() => pushTrade('ORDER_FILLED', { fills: [{ ...market, id: 8 }] }))).toBe(0);
});

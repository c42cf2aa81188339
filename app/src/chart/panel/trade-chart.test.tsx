import { stockChartPage } from '@maru/contract/market';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { deviceDouble } from '../../device-double.ts';
import { serverDouble } from '../../server-double.ts';
import { DeviceProvider } from '../../shell/device/device.tsx';
import { PlatformProvider } from '../../shell/platform.tsx';
import { TradeChart } from './trade-chart.tsx';

afterEach(cleanup);

const candle = (time: number, close: string) => ({
  time,
  open: '25400',
  high: '25500',
  low: '25300',
  close,
  volume: 12,
});

function show({ isUp = true, isBare = false } = {}) {
  const server = serverDouble();
  const asked: unknown[] = [];
  let answers = isUp;
  server.answer(stockChartPage, () => {
    asked.push(1);
    if (!answers) return { refusal: 'NOT_FOUND' };
    const candles = [candle(1_699_999_800_000, '25410'), candle(1_700_000_100_000, '25412.75')];
    return { reply: { candles, previousEndMillis: 1_699_999_800_000 } };
  });
  const stored = new Map<string, string>();
  const device = deviceDouble({ stored });
  render(
    <PlatformProvider platform={server.platform}>
      <DeviceProvider device={device}>
        <TradeChart stock="NQ" name="마이크로 나스닥" precision={2} change="207.25" isBare={isBare} />
      </DeviceProvider>
    </PlatformProvider>,
  );
  return { stored, asked, comeUp: () => (answers = true) };
}

describe('the chart of a trade screen', () => {
  test('describes the price and the change for screen readers', async () => {
    show();
    expect(
      await screen.findByRole('img', { name: '마이크로 나스닥 현재가 25,412.75, 전일보다 207.25 높음' }),
    ).toBeTruthy();
  });

  test('can be reached with the keyboard', async () => {
    show();
    expect((await screen.findByRole('img', { name: /마이크로 나스닥/ })).tabIndex).toBe(0);
  });

  test('has no tools where only the chart itself is wanted', async () => {
    show({ isBare: true });
    expect(await screen.findByRole('img', { name: /마이크로 나스닥/ })).toBeTruthy();
    expect(screen.queryByRole('tablist')).toBeNull();
    for (const name of ['차트 도구', '차트 크게 보기'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('remembers the period', async () => {
    const { stored } = show();
    fireEvent.click(screen.getByRole('tab', { name: '1시간' }));
    expect(screen.getByRole('tab', { name: '1시간' }).getAttribute('aria-selected')).toBe('true');
    expect(stored.get('maru.chart')).toContain('"1h"');
    await waitFor(() => expect(screen.getByRole('img').getAttribute('aria-label')).toContain('25,412.75'));
  });

  test('remembers an indicator chosen in the tools', async () => {
    const { stored } = show();
    fireEvent.click(screen.getByRole('button', { name: '차트 도구' }));
    fireEvent.click(await screen.findByRole('button', { name: 'RSI' }));
    expect(stored.get('maru.chart')).toContain('RSI');
  });

  test('shows that it could not be loaded, and loads again', async () => {
    const { comeUp } = show({ isUp: false });
    expect((await screen.findByRole('alert')).textContent).toContain('차트를 불러오지 못했습니다');
    comeUp();
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await screen.findByRole('img', { name: /25,412.75/ });
  });
});

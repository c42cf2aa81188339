import { futuresDisconnect, setFuturesDisconnect } from '@maru/contract/futures/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { field, fill, openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';
import { audioDouble } from '../shell/device/audio-double.ts';
import { FIRST_PREFERENCES } from '../shell/device/preferences.ts';

afterEach(cleanup);
beforeEach(() => {
  delete document.documentElement.dataset['theme'];
  delete document.documentElement.dataset['updown'];
});

async function open(server?: ServerDouble) {
  const audio = audioDouble();
  const page = openScreen('/more/setting', {
    signedIn: true,
    openAudio: audio.open,
    ...(server === undefined ? {} : { server }),
  });
  await screen.findByRole('heading', { level: 1, name: '설정' });
  return { ...page, audio, now: page.device.preferences.get };
}

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';

describe('appearance', () => {
  test('a theme is applied at once and saved', async () => {
    const { now, stored } = await open();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await tap('라이트', 'radio');
    expect(document.documentElement.dataset['theme']).toBe('light');
    await tap('다크', 'radio');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await tap('기기 설정', 'radio');
    const isLight = matchMedia('(prefers-color-scheme: light)').matches;
    expect(document.documentElement.dataset['theme']).toBe(isLight ? 'light' : 'dark');
    expect(now().theme).toBe('device');
    expect(stored.get('maru.globalSettings')).toContain('"theme":"device"');
  });

  test('the colours of up and down change at once', async () => {
    await open();
    expect(document.documentElement.dataset['updown']).toBe('global');
    await tap(/국내 방식/, 'radio');
    expect(document.documentElement.dataset['updown']).toBe('kr');
    await tap(/해외 방식/, 'radio');
    expect(document.documentElement.dataset['updown']).toBe('global');
  });
});

test('the mode of trade screens is chosen, each with what it shows', async () => {
  const { now } = await open();
  expect(screen.getByRole('radio', { name: /^프로/ })).toHaveProperty('checked', true);
  await tap('간편 차트와 금액, 방향만 보고 시장가로 주문합니다', 'radio');
  expect(now().mode).toBe('simple');
  await tap(/^프로/, 'radio');
  expect(now().mode).toBe('pro');
  expect(screen.getByText('큰 화면에서는 언제나 프로입니다')).toBeTruthy();
});

describe('order habits', () => {
  test('a count is between 1 and 999', async () => {
    const { now } = await open();
    await fill('3번째 계약 수', '7');
    expect(now().orderCnt).toEqual([1, 3, 7, 10]);
    await fill('4번째 계약 수', '5000');
    expect(now().orderCnt).toEqual([1, 3, 7, 999]);
  });

  test('an emptied count is restored', async () => {
    const { now } = await open();
    await fill('1번째 계약 수', '');
    expect(now().orderCnt[0]).toBe(1);
    await waitFor(() => expect(field('1번째 계약 수').value).toBe('1'));
  });

  test('the ticks step by one and never below one', async () => {
    const { now } = await open();
    await tap('익절 틱 늘리기');
    await tap('손절 틱 줄이기');
    expect(now().tpsl).toEqual({ tp: 11, sl: 9 });
    await fill('손절', '1');
    await tap('손절 틱 줄이기');
    expect(now().tpsl.sl).toBe(1);
  });

  test.each([
    ['주문 전 확인 창', 'confirmOrders'],
    ['매수 버튼을 오른쪽에', 'buyOnRight'],
    ['진동', 'haptics'],
    ['바이너리 마감 알림', 'betEndAlarm'],
  ] as const)('%s is switched', async (name, key) => {
    const { now } = await open();
    const before = now()[key];
    expect(isOn(name)).toBe(before);
    await tap(name, 'switch');
    expect(now()[key]).toBe(!before);
    expect(isOn(name)).toBe(!before);
  });
});

describe('coin futures', () => {
  test('the default stop-loss is off, and its loss is chosen between 5 and 90 percent', async () => {
    const { now } = await open();
    expect(isOn('기본 손절')).toBe(false);
    await tap('기본 손절', 'switch');
    expect(now().defaultStop).toEqual({ isOn: true, lossPercent: 50 });
    await tap('손실 비율 늘리기');
    expect(now().defaultStop.lossPercent).toBe(55);
    expect(screen.getByText('새 포지션에 증거금의 55% 손실에서 손절을 붙입니다')).toBeTruthy();
    await fill('손실', '99');
    expect(now().defaultStop.lossPercent).toBe(90);
  });

  test('whether orders are cancelled on a disconnect is asked from the server and sent to it', async () => {
    const rule = { isActive: false, seconds: 30 };
    const server = serverDouble({ storage: storedTokens() });
    server.answer(futuresDisconnect, () => ({ reply: rule }));
    server.answer(setFuturesDisconnect, (asked) => ({ reply: Object.assign(rule, asked) }));
    const { sent } = await open(server);
    await screen.findByRole('switch', { name: '연결이 끊기면 주문 취소' });
    expect(isOn('연결이 끊기면 주문 취소')).toBe(false);
    await tap('연결이 끊기면 주문 취소', 'switch');
    expect(isOn('연결이 끊기면 주문 취소')).toBe(true);
    await tap('60초');
    // Reading it again has the same path, and no body.
    expect(sent(setFuturesDisconnect).filter((body) => 'isActive' in (body as object))).toEqual([
      expect.objectContaining({ isActive: true, seconds: 30 }),
      expect.objectContaining({ isActive: true, seconds: 60 }),
    ]);
    expect(screen.getByText(/^60초 뒤 미체결 주문만/)).toBeTruthy();
  });

  test('a refused rule is explained, and the switch goes back', async () => {
    const server = serverDouble({ storage: storedTokens() });
    server.answer(futuresDisconnect, () => ({ reply: { isActive: false, seconds: 30 } }));
    server.answer(setFuturesDisconnect, () => ({ status: 503, refusal: 'TRY_AGAIN' }));
    await open(server);
    await screen.findByRole('switch', { name: '연결이 끊기면 주문 취소' });
    await tap('연결이 끊기면 주문 취소', 'switch');
    expect(await screen.findByRole('alertdialog', { name: '알림' })).toBeTruthy();
    expect(isOn('연결이 끊기면 주문 취소')).toBe(false);
  });
});

describe('sounds', () => {
  test.each([
    ['주문 접수음', 'SUCCESS'],
    ['주문 취소음', 'CANCEL'],
    ['체결음', 'FILLED'],
  ] as const)('%s is not played when switched off, and played when switched on', async (name, key) => {
    const { now, audio } = await open();
    await tap(name, 'switch');
    expect(now().sound[key]).toBe(false);
    expect(audio.tones()).toBe(0);
    await tap(name, 'switch');
    expect(now().sound[key]).toBe(true);
    await waitFor(() => expect(audio.tones()).toBeGreaterThan(0));
  });

  test('each sound can be played, also while it is switched off', async () => {
    const { audio } = await open();
    await tap('체결음', 'switch');
    await tap('체결음 들어 보기');
    await waitFor(() => expect(audio.tones()).toBeGreaterThan(0));
    const before = audio.tones();
    await tap('바이너리 마감 알림 들어 보기');
    await waitFor(() => expect(audio.tones()).toBeGreaterThan(before));
  });
});

describe('other settings', () => {
  test('the language changes without a reload', async () => {
    const { server } = await open();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /언어/ })));
    await screen.findByRole('dialog', { name: '언어' });
    await tap('English');
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
    // The language is set by an effect, after the texts are rendered.
    await waitFor(() => expect(document.documentElement.lang).toBe('en'));
    expect(server.reloads()).toBe(0);
  });

  test('the start screen is the last one until a tab is chosen', async () => {
    const { now } = await open();
    await act(async () => fireEvent.click(screen.getByRole('button', { name: '시작 화면 마지막 화면' })));
    await screen.findByRole('dialog', { name: '시작 화면' });
    await tap('입출금');
    expect(now().startPage).toBe('dnw');
    expect(await screen.findByRole('button', { name: '시작 화면 입출금' })).toBeTruthy();
  });

  test('everything is reset to its default after a confirmation', async () => {
    const { now } = await open();
    await tap('라이트', 'radio');
    await tap('진동', 'switch');
    await tap('기본값으로 되돌리기');
    await screen.findByRole('alertdialog', { name: '설정을 기본값으로 되돌릴까요?' });
    await tap('그대로 두기');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(now().theme).toBe('light');
    await tap('기본값으로 되돌리기');
    await screen.findByRole('alertdialog');
    await tap('되돌리기');
    await waitFor(() => expect(now()).toEqual(FIRST_PREFERENCES));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(await screen.findByText('기본값으로 되돌렸습니다')).toBeTruthy();
  });
});

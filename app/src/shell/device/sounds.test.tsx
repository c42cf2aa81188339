import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { deviceDouble } from '../../device-double.ts';
import { audioDouble } from './audio-double.ts';
import { DeviceProvider } from './device.tsx';
import { SoundProvider, useSounds } from './sounds.tsx';

afterEach(cleanup);

const limit = { kind: 'order', sound: 'SUCCESS', tradeType: 'LONG', marketType: 'LIMIT' } as const;

function open() {
  const audio = audioDouble();
  const device = deviceDouble({ openAudio: audio.open });
  function Screen() {
    const { play, preview } = useSounds();
    return (
      <>
        <button type="button" onClick={() => play(limit)}>
          주문
        </button>
        <button type="button" onClick={() => preview('BET_END')}>
          들어 보기
        </button>
      </>
    );
  }
  render(
    <DeviceProvider device={device}>
      <SoundProvider>
        <Screen />
      </SoundProvider>
    </DeviceProvider>,
  );
  return { audio, device };
}

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const touch = () => act(async () => fireEvent.pointerUp(document.body));

test('nothing plays before the first tap, which opens the speaker once', async () => {
  const { audio } = open();
  await click('주문');
  expect([audio.opened(), audio.tones()]).toEqual([0, 0]);
  await touch();
  await touch();
  expect(audio.opened()).toBe(1);
  await click('주문');
  expect(audio.tones()).toBeGreaterThan(0);
});

test('a changed sound preference applies at once', async () => {
  const { audio, device } = open();
  await touch();
  device.preferences.change({ sound: { SUCCESS: false, CANCEL: true, FILLED: true } });
  await click('주문');
  expect(audio.tones()).toBe(0);
});

test('a sample plays whatever the preferences are', async () => {
  const { audio, device } = open();
  device.preferences.change({ betEndAlarm: false });
  await click('들어 보기');
  await waitFor(() => expect(audio.tones()).toBeGreaterThan(0));
});

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { Modal } from './modal.tsx';

const popped: string[] = [];
// Like a router's: it came after the guard's own listener, as the modules are read.
window.addEventListener('popstate', () => popped.push(location.pathname));

const isOnGuard = () => (history.state as { maruOverlay?: true } | null)?.maruOverlay === true;

// A step that the router has just seen may still be asked about; each test begins long after the last one's.
let now = 0;

beforeEach(() => {
  now += 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  history.pushState({ at: 'list' }, '', '/oversea');
  popped.length = 0;
});

afterEach(async () => {
  cleanup();
  await waitFor(() => expect(isOnGuard()).toBe(false));
  vi.restoreAllMocks();
});

function Sheet({ onPress = () => {} }: { readonly onPress?: () => void }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <BottomSheet open={isOpen} onClose={() => setOpen(false)} title="종목 선택" closeLabel="닫기">
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          onPress();
        }}
      >
        나스닥
      </button>
    </BottomSheet>
  );
}

/** Past the guard's own `back`, as a browser's button goes. */
const goBack = () => act(async () => History.prototype.back.call(history));

test('the back gesture closes the sheet and leaves the page where it is', async () => {
  render(<Sheet />);
  expect(isOnGuard()).toBe(true);
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/oversea');
  expect(history.state).toEqual({ at: 'list' });
  expect(popped).toEqual([]);
});

test('a sheet that is closed by its button leaves no entry behind', async () => {
  render(<Sheet />);
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(isOnGuard()).toBe(false));
  expect(history.state).toEqual({ at: 'list' });
  expect(popped).toEqual([]);
});

test('a tap that closes the sheet and opens a page puts the page where the guard was', async () => {
  render(<Sheet onPress={() => history.pushState({ at: 'order' }, '', '/oversea/1')} />);
  const length = history.length;
  fireEvent.click(screen.getByRole('button', { name: '나스닥' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.state).toEqual({ at: 'order' });
  expect(history.length).toBe(length);
});

test('what may not be closed stays, and its guard stands again', async () => {
  const { unmount } = render(
    <Modal open onClose={() => {}} placement="centre" label="공지" closable={false}>
      <p>점검</p>
    </Modal>,
  );
  await goBack();
  await waitFor(() => expect(isOnGuard()).toBe(true));
  expect(screen.getByRole('dialog', { name: '공지' })).toBeTruthy();
  expect(popped).toEqual([]);
  unmount();
});

test('a question asked about a step back does not cut off the page it was taken from', async () => {
  history.pushState({ at: 'form' }, '', '/register');
  await goBack();
  expect(popped).toEqual(['/oversea']);
  render(<Sheet />);
  expect(isOnGuard()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  await act(async () => history.go(1));
  expect(location.pathname).toBe('/register');
  expect(history.state).toEqual({ at: 'form' });
});

test('a step forward onto the guard of a closed sheet leads nowhere', async () => {
  render(<Sheet />);
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => History.prototype.forward.call(history));
  expect(isOnGuard()).toBe(false);
  expect(popped).toEqual([]);
});

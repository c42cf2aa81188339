import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { Modal } from './modal.tsx';

const popped: string[] = [];
// Like a router's listener: added after the guard's own, in the order in which the modules are evaluated.
window.addEventListener('popstate', () => popped.push(location.pathname));

const isOnGuard = () => (history.state as { maruOverlay?: true } | null)?.maruOverlay === true;

// Right after a navigation the router may still ask; so each test starts long after the previous one.
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

/** Not through the guard's own `back`: like the browser's button. */
const goBack = () => act(async () => History.prototype.back.call(history));

test('the back gesture closes the sheet and stays on the page', async () => {
  render(<Sheet />);
  expect(isOnGuard()).toBe(true);
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname).toBe('/oversea');
  expect(history.state).toEqual({ at: 'list' });
  expect(popped).toEqual([]);
});

test('a sheet that is closed by its button leaves no history entry behind', async () => {
  render(<Sheet />);
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(isOnGuard()).toBe(false));
  expect(history.state).toEqual({ at: 'list' });
  expect(popped).toEqual([]);
});

test("a tap that closes the sheet and opens a page replaces the guard's entry with the page's", async () => {
  render(<Sheet onPress={() => history.pushState({ at: 'order' }, '', '/oversea/1')} />);
  const length = history.length;
  fireEvent.click(screen.getByRole('button', { name: '나스닥' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(history.state).toEqual({ at: 'order' });
  expect(history.length).toBe(length);
});

test('an overlay that may not be closed stays, and its guard is pushed again', async () => {
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

test('a confirmation after a step back does not cut off the page it was taken from', async () => {
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

test('a step forward onto the guard of a closed sheet stays on the page', async () => {
  render(<Sheet />);
  await goBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => History.prototype.forward.call(history));
  expect(isOnGuard()).toBe(false);
  expect(popped).toEqual([]);
});

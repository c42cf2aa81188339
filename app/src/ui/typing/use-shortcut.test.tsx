import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useShortcut } from './use-shortcut.ts';

afterEach(cleanup);

function Page({ wanted, run, children }: { wanted?: string; run: () => void; children?: React.ReactNode }) {
  useShortcut(wanted, run);
  return (
    <>
      <button type="button">누르기</button>
      <input aria-label="가격" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls by keyboard. */}
      <ul aria-label="회차" tabIndex={0} />
      {children}
    </>
  );
}

function open(wanted: string | undefined) {
  const run = vi.fn();
  const view = render(<Page {...(wanted === undefined ? {} : { wanted })} run={run} />);
  return { run, view };
}

it('the key acts from anywhere on the page but a field', () => {
  const { run } = open('B');
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB' });
  fireEvent.keyDown(screen.getByRole('button'), { key: 'B', code: 'KeyB' });
  expect(run).toHaveBeenCalledTimes(2);
  fireEvent.keyDown(screen.getByLabelText('가격'), { key: 'b', code: 'KeyB' });
  expect(run).toHaveBeenCalledTimes(2);
});

it('a Korean keyboard reaches the same key', () => {
  const { run } = open('B');
  fireEvent.keyDown(document.body, { key: 'ㅠ', code: 'KeyB' });
  expect(run).toHaveBeenCalledTimes(1);
  fireEvent.keyDown(document.body, { key: 'n', code: 'KeyB' });
  expect(run).toHaveBeenCalledTimes(1);
});

it.each([
  ['with another key', { ctrlKey: true }],
  ['held down', { repeat: true }],
  ['while a syllable is composed', { isComposing: true }],
])('a key pressed %s does nothing', (_, how) => {
  const { run } = open('B');
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB', ...how });
  expect(run).not.toHaveBeenCalled();
});

it('an arrow is left to a list that it scrolls', () => {
  const { run } = open('ArrowUp');
  fireEvent.keyDown(screen.getByRole('list'), { key: 'ArrowUp', code: 'ArrowUp' });
  expect(run).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'ArrowUp', code: 'ArrowUp' });
  expect(run).toHaveBeenCalledTimes(1);
});

it('under an open dialog no key acts', () => {
  const { run } = open('B');
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB' });
  dialog.remove();
  expect(run).not.toHaveBeenCalled();
});

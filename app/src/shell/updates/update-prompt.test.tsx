import { createStore } from '@maru/client/store';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { UpdatePrompt } from './update-prompt.tsx';

const WORDS = {
  newVersion: '새 버전이 있습니다',
  update: '업데이트',
  updating: '업데이트 중',
  later: '나중에',
};

function prompt() {
  const isReady = createStore(false);
  let applied = 0;
  const updates = {
    isReady,
    check: () => {},
    apply: async () => {
      applied += 1;
    },
  };
  render(<UpdatePrompt updates={updates} words={WORDS} />);
  return { arrive: () => act(() => isReady.set(true)), applied: () => applied };
}

afterEach(cleanup);

test('nothing is shown while the newest version is on the screen', () => {
  prompt();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a newer version is announced, and one tap applies it', async () => {
  const { arrive, applied } = prompt();
  arrive();
  expect(screen.getByRole('status').textContent).toContain('새 버전이 있습니다');
  fireEvent.click(screen.getByRole('button', { name: '업데이트' }));
  fireEvent.click(screen.getByRole('button', { name: '업데이트 중' }));
  expect(applied()).toBe(1);
});

test('the prompt can be dismissed', () => {
  const { arrive, applied } = prompt();
  arrive();
  fireEvent.click(screen.getByRole('button', { name: '나중에' }));
  expect([screen.getByRole('status').textContent, applied()]).toEqual(['', 0]);
});

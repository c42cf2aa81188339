import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { HashText } from './hash-text.tsx';

afterEach(cleanup);

const hash = '630dcd2996c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';

it('a hash shows its two ends in groups of four and has the whole value in its title', () => {
  render(<HashText value={hash} />);
  expect(screen.getByTitle(hash).textContent).toBe('630d cd29 96c4 3366 … 1bd7 10dd');
});

it('the whole hash loses no character', () => {
  render(<HashText value={hash} whole />);
  expect(screen.getByTitle(hash).textContent.replaceAll(' ', '')).toBe(hash);
});

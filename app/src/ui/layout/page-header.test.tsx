import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PageHeader } from './page-header.tsx';

afterEach(cleanup);

it('the title is the heading of the page, and the back button goes back', () => {
  const onPress = vi.fn();
  render(<PageHeader title="지갑" back={{ label: '뒤로', onPress }} />);
  expect(screen.getByRole('heading', { level: 1, name: '지갑' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '뒤로' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a title that is not seen is the heading all the same', () => {
  render(<PageHeader title="트레이더" isTitleUnseen />);
  expect(screen.getByRole('heading', { level: 1, name: '트레이더' }).className).toBe('unseen');
});

it('the instrument of a trade page opens the instrument list', () => {
  const onTitlePress = vi.fn();
  render(<PageHeader kind="trade" title="마이크로 나스닥" code="MNQ" onTitlePress={onTitlePress} />);
  fireEvent.click(screen.getByRole('button', { name: /마이크로 나스닥/ }));
  expect(onTitlePress).toHaveBeenCalledTimes(1);
});

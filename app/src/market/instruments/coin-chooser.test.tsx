import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CoinChooser } from './coin-chooser.tsx';

afterEach(cleanup);

const coins = [
  { currency: 'BTC', name: '비트코인', held: '0' },
  { currency: 'USDT', name: '테더', held: '3200' },
];

test('coins are listed with name and currency, and the held amount is shown', () => {
  const onChoose = vi.fn();
  render(<CoinChooser open onClose={() => {}} coins={coins} onChoose={onChoose} />);
  const panel = within(screen.getByRole('dialog', { name: '코인선택' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(2);
  expect(panel.getByText('보유 3,200')).toBeTruthy();
  expect(panel.queryByText('보유 0')).toBeNull();
  fireEvent.click(panel.getByRole('button', { name: /비트코인/ }));
  expect(onChoose).toHaveBeenCalledWith('BTC');
});

test('a site without coins shows that it has none', () => {
  render(<CoinChooser open onClose={() => {}} coins={[]} onChoose={() => {}} />);
  expect(screen.getByText('선택할 수 있는 코인이 없습니다')).toBeTruthy();
});

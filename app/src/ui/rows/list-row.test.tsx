import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ListRow } from './list-row.tsx';

afterEach(cleanup);

it('a row that can be pressed is a button', () => {
  const onPress = vi.fn();
  render(<ListRow title="마이크로 나스닥" meta="12월물" value="25,412.75" sub="+0.82%" onPress={onPress} />);
  fireEvent.click(screen.getByRole('button', { name: /마이크로 나스닥/ }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a row can be a link of any router, and the current one is marked', () => {
  render(
    <ListRow
      title="비트코인"
      current
      renderLink={({ children, ...link }) => (
        <a href="/future/BTCUSDT" {...link}>
          {children}
        </a>
      )}
    />,
  );
  const link = screen.getByRole('link', { name: '비트코인' });
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(link.className).toContain('list-row--current');
});

it('a plain row is neither a button nor a link', () => {
  render(<ListRow title="수수료" value="0" />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

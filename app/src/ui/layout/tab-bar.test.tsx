import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TabBar } from './tab-bar.tsx';

afterEach(cleanup);

it('every tab is a link, and one is marked as the current page', () => {
  const items = [
    { href: '/oversea', icon: 'bolt', label: '빠른주문', current: false },
    { href: '/dnw', icon: 'transfer', label: '입출금', current: true },
  ] as const;
  render(
    <TabBar
      label="주 메뉴"
      items={items}
      renderLink={(item, { children, ...link }) => (
        <a key={item.href} href={item.href} {...link}>
          {children}
        </a>
      )}
    />,
  );
  expect(screen.getByRole('navigation', { name: '주 메뉴' })).toBeDefined();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/oversea', '/dnw']);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('입출금');
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { TabLinks, TabPanel, Tabs, tabLinkClass } from './tabs.tsx';

afterEach(cleanup);

const tabs = [
  { value: 'order', label: '주문' },
  { value: 'position', label: '포지션', count: 2 },
  { value: 'open', label: '미체결', count: 0 },
] as const;

function Book() {
  const [value, setValue] = useState<'order' | 'position' | 'open'>('order');
  return (
    <>
      <Tabs id="book" label="주문과 포지션" tabs={tabs} value={value} onChange={setValue} />
      <TabPanel id="book" value={value}>
        {value}
      </TabPanel>
    </>
  );
}

const chosen = () => screen.getByRole('tab', { selected: true });

it('the panel is labelled by the chosen tab', () => {
  render(<Book />);
  fireEvent.click(screen.getByRole('tab', { name: /포지션/ }));
  expect(screen.getByRole('tabpanel', { name: /포지션/ }).textContent).toBe('position');
});

it('a count is shown only when it is not zero', () => {
  render(<Book />);
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['주문', '포지션2', '미체결']);
});

it('the arrows move the choice and the focus together', () => {
  render(<Book />);
  chosen().focus();
  fireEvent.keyDown(chosen(), { key: 'ArrowRight' });
  expect(chosen().textContent).toBe('포지션2');
  expect(document.activeElement).toBe(chosen());
  fireEvent.keyDown(chosen(), { key: 'Home' });
  expect(chosen().textContent).toBe('주문');
});

it('other keys are left to the page', () => {
  const onChange = vi.fn();
  render(<Tabs id="book" label="주문" tabs={tabs} value="order" onChange={onChange} />);
  expect(fireEvent.keyDown(chosen(), { key: 'a' })).toBe(true);
  expect(onChange).not.toHaveBeenCalled();
});

it('tabs that are pages are links, and the one of this page is marked as current', () => {
  render(
    <TabLinks label="지갑 메뉴">
      <a href="/wallet/asset" className={tabLinkClass} aria-current="page">
        자산현황
      </a>
      <a href="/wallet/history" className={tabLinkClass}>
        거래내역
      </a>
    </TabLinks>,
  );
  expect(screen.getByRole('navigation', { name: '지갑 메뉴' })).toBeDefined();
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('자산현황');
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { ToastRail } from './toast.tsx';

const closings: string[] = [];
const close = () => closings.push('closed');

beforeEach(() => {
  closings.length = 0;
  // The test DOM has no layout, so it has neither sizes nor captured pointers.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(256);
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

interface Path {
  readonly right?: number;
  readonly down?: number;
  readonly lastingMs?: number;
}

function swipe(element: Element, { right = 0, down = 0, lastingMs = 2_000 }: Path) {
  const at = (type: string, part: number) => {
    const event = new PointerEvent(type, {
      bubbles: true,
      isPrimary: true,
      button: 0,
      clientX: 200 + right * part,
      clientY: 200 + down * part,
    });
    Object.defineProperty(event, 'timeStamp', { value: 1_000 + lastingMs * part });
    fireEvent(element, event);
  };
  at('pointerdown', 0);
  at('pointermove', 0.5);
  at('pointermove', 1);
  at('pointerup', 1);
}

const sheet = (hasUnsavedInput = false) => (
  <BottomSheet open onClose={close} title="익절·손절" closeLabel="닫기" hasUnsavedInput={hasUnsavedInput}>
    <p>내용</p>
  </BottomSheet>
);
const head = () => screen.getByText('익절·손절');

test('a sheet that is dragged far down closes', () => {
  render(sheet());
  swipe(head(), { down: 200 });
  expect(closings).toEqual(['closed']);
});

test('a sheet that is dragged a little stays, and returns to its place', () => {
  render(sheet());
  swipe(head(), { down: 40 });
  expect(closings).toEqual([]);
  expect(head().closest<HTMLElement>('.modal__panel')?.style.translate).toBe('');
});

test('a short but quick drag closes', () => {
  render(sheet());
  swipe(head(), { down: 60, lastingMs: 60 });
  expect(closings).toEqual(['closed']);
});

test('a sheet that is dragged up or sideways stays', () => {
  render(sheet());
  swipe(head(), { down: -300 });
  swipe(head(), { right: 300, down: 20 });
  expect(closings).toEqual([]);
});

test('a sheet with unsaved input cannot be dragged away', () => {
  render(sheet(true));
  swipe(head(), { down: 300 });
  expect(closings).toEqual([]);
});

test('a drawer is swiped away to the left only', () => {
  render(
    <SideDrawer open onClose={close} title="선물거래" closeLabel="닫기">
      <p>비트코인</p>
    </SideDrawer>,
  );
  swipe(screen.getByText('비트코인'), { right: 200 });
  expect(closings).toEqual([]);
  swipe(screen.getByText('비트코인'), { right: -200 });
  expect(closings).toEqual(['closed']);
});

test('a toast is swiped away upwards, also one that replaced another', () => {
  const rail = (id: number, title: string) => (
    <ToastRail toast={{ id, icon: 'check', title }} isUrgent={false} onDismiss={close} />
  );
  const { rerender } = render(rail(1, '주문을 접수했습니다'));
  rerender(rail(2, '오더 체결완료'));
  swipe(screen.getByText('오더 체결완료'), { down: -200 });
  expect(closings).toEqual(['closed']);
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { BottomSheet } from './bottom-sheet.tsx';
import { Dialog } from './dialog.tsx';
import { Modal } from './modal.tsx';

afterEach(cleanup);

const pressEscape = (dialog: HTMLElement) => fireEvent(dialog, new Event('cancel', { cancelable: true }));

function Sheet({ closable = true, hasUnsavedInput = false }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        종목 열기
      </button>
      <BottomSheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title="종목 선택"
        closeLabel="닫기"
        closable={closable}
        hasUnsavedInput={hasUnsavedInput}
      >
        <a href="#kospi">코스피200 미니</a>
      </BottomSheet>
    </>
  );
}

function openSheet(sheet = <Sheet />) {
  render(sheet);
  const opener = screen.getByRole('button', { name: '종목 열기' });
  opener.focus();
  fireEvent.click(opener);
  return { opener, dialog: screen.getByRole('dialog', { name: '종목 선택' }) };
}

test('an open sheet is a dialog with its title, and holds the focus', () => {
  const { dialog } = openSheet();
  expect(dialog.hasAttribute('open')).toBe(true);
  expect(dialog.contains(document.activeElement)).toBe(true);
});

test('a closed sheet is not rendered', () => {
  render(<Sheet />);
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

test('the close button closes, and the focus returns to where it was', () => {
  const { opener } = openSheet();
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test('Esc closes', () => {
  pressEscape(openSheet().dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a tap beside the panel closes, a tap on it does not', () => {
  const { dialog } = openSheet();
  fireEvent.click(screen.getByText('종목 선택'));
  expect(screen.getByRole('dialog')).toBe(dialog);
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a press that begins on the panel and ends beside it does not close', () => {
  const { dialog } = openSheet();
  fireEvent.pointerDown(screen.getByText('종목 선택'));
  fireEvent.click(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('a tap beside the sheet does not discard what was typed', () => {
  const { dialog } = openSheet(<Sheet hasUnsavedInput />);
  fireEvent.click(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('neither Esc nor the scrim closes an overlay that may not be closed', () => {
  const { dialog } = openSheet(<Sheet closable={false} />);
  const cancel = new Event('cancel', { cancelable: true });
  fireEvent(dialog, cancel);
  fireEvent.click(dialog);
  expect(cancel.defaultPrevented).toBe(true);
  expect(dialog.getAttribute('closedby')).toBe('none');
  expect(screen.getByRole('dialog')).toBe(dialog);
});

test('an overlay that may not be closed is reopened when the browser closes it by itself', () => {
  const { dialog } = openSheet(<Sheet closable={false} />);
  act(() => (dialog as HTMLDialogElement).close());
  expect(dialog.hasAttribute('open')).toBe(true);
});

test('an overlay that its owner unmounts returns the focus too', () => {
  const Page = ({ asks }: { readonly asks: boolean }) => (
    <>
      <button type="button">주문</button>
      {asks && <Dialog open title="알림" message="접수했습니다" safe="확인" onSafe={() => {}} />}
    </>
  );
  const { rerender } = render(<Page asks={false} />);
  const order = screen.getByRole('button', { name: '주문' });
  order.focus();
  rerender(<Page asks />);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '확인' }));
  rerender(<Page asks={false} />);
  expect(document.activeElement).toBe(order);
});

test('of two overlays Esc closes the one on top', () => {
  const closed: string[] = [];
  render(
    <>
      <Modal open onClose={() => closed.push('아래')} placement="bottom" label="아래">
        <p>아래</p>
      </Modal>
      <Modal open onClose={() => closed.push('위')} placement="centre" label="위">
        <p>위</p>
      </Modal>
    </>,
  );
  pressEscape(screen.getByRole('dialog', { name: '위' }));
  expect(closed).toEqual(['위']);
});

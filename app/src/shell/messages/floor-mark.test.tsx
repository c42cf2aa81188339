import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { keepAbove } from '../../ui/overlays/overlay-floor.ts';
import { FloorMark } from './floor-mark.tsx';

/** The browser's top layer, faked: the element that was shown last is on top. */
let topLayer: Element[] = [];

const fakes = {
  showPopover(this: HTMLElement) {
    topLayer.push(this);
  },
  hidePopover(this: HTMLElement) {
    topLayer = topLayer.filter((each) => each !== this);
  },
  matches(this: Element, selector: string): boolean {
    return selector === ':popover-open' ? topLayer.includes(this) : matches.call(this, selector);
  },
};
const { matches } = Element.prototype;
const { showModal } = HTMLDialogElement.prototype;

beforeEach(() => {
  topLayer = [];
  Object.assign(HTMLElement.prototype, fakes);
  HTMLDialogElement.prototype.showModal = function () {
    showModal.call(this);
    topLayer.push(this);
  };
});

afterEach(() => {
  cleanup();
  for (const name of Object.keys(fakes)) Reflect.deleteProperty(HTMLElement.prototype, name);
  HTMLDialogElement.prototype.showModal = showModal;
});

const mark = () => screen.getByText('모의');
const alert = <Dialog open title="알림" message="접수했습니다" safe="확인" onSafe={() => {}} />;

test('the mark stays on top of the top layer, whatever opens', async () => {
  const { rerender } = render(<FloorMark />);
  await vi.waitFor(() => expect(topLayer).toEqual([mark()]));
  rerender(
    <>
      <FloorMark />
      {alert}
    </>,
  );
  expect(topLayer.at(-2)?.localName).toBe('dialog');
  expect(topLayer.at(-1)).toBe(mark());
  expect(topLayer.filter((each) => each === mark())).toHaveLength(1);
});

test('a dialog that opens at once does not cover the mark', () => {
  render(
    <>
      <FloorMark />
      {alert}
    </>,
  );
  expect(topLayer.map(({ localName }) => localName)).toEqual(['dialog', 'aside']);
});

test('the mark is above a toast too', async () => {
  render(<FloorMark />);
  const toast = document.body.appendChild(document.createElement('div'));
  const letGo = keepAbove(toast, 1);
  await vi.waitFor(() => expect(topLayer).toEqual([toast, mark()]));
  letGo();
  expect(topLayer).toEqual([mark()]);
  toast.remove();
});

test('the mark explains what it means', () => {
  render(<FloorMark />);
  expect(mark().getAttribute('aria-label')).toBe('모의 투자: 진짜 돈은 오가지 않습니다');
});

import { cleanup, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { keepAbove } from '../../ui/overlays/overlay-floor.ts';
import { useLargeChart } from './large-chart.ts';

afterEach(cleanup);

function Chart() {
  const element = useRef<HTMLDivElement>(null);
  useLargeChart(element);
  return <div ref={element} />;
}

test('elements that must stay on top are shown again above a full screen', async () => {
  const shown = vi.fn();
  // The DOM of the tests has no popovers.
  const popover = { showPopover: shown, hidePopover: () => {}, matches: () => false };
  const mark = Object.assign(document.createElement('aside'), popover);
  document.body.append(mark);
  const letGo = keepAbove(mark, 1);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
  render(<Chart />);
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(shown).toHaveBeenCalledTimes(2);
  letGo();
  mark.remove();
});

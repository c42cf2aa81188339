import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Ladder, LadderMid, LadderRow } from './ladder-row.tsx';

afterEach(cleanup);

it('a tap on a row reports its price', () => {
  const onPress = vi.fn();
  render(
    <Ladder label="호가">
      <LadderRow
        side="ask"
        price="25,413.00"
        size="12"
        depth={0.4}
        label="매도 25,413.00"
        onPress={onPress}
      />
      <LadderMid price="25,412.75" direction="up" />
    </Ladder>,
  );
  fireEvent.click(screen.getByRole('button', { name: '매도 25,413.00' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a ladder that cannot be traded on has no buttons', () => {
  render(<LadderRow side="bid" price="25,412.50" size="7" depth={2} />);
  expect(screen.queryByRole('button')).toBeNull();
});

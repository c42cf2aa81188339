import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DirectionPair } from '../buttons/direction-pair.tsx';
import { Checkbox } from '../controls/checkbox.tsx';

afterEach(cleanup);

const WHY = '카피 탭에서 합니다';
const onPress = vi.fn();
const onChange = vi.fn();
const draw = (why: string | undefined) =>
  render(
    <>
      <DirectionPair
        label="주문"
        up={{ word: '매수', isLocked: true, why }}
        down={{ word: '매도', why }}
        keys={{ up: 'B', down: 'S' }}
        onPress={onPress}
      />
      <Checkbox checked={false} why={why} onChange={onChange}>
        익절
      </Checkbox>
    </>,
  );
const closed = () => [screen.getByRole('button', { name: /매수/ }), screen.getByRole('checkbox')] as const;
const shown = () => screen.queryAllByRole('tooltip').map(({ textContent }) => textContent);

it('a closed control does nothing, and is reached and described all the same', () => {
  draw(WHY);
  for (const control of closed()) {
    expect(control.getAttribute('aria-disabled')).toBe('true');
    expect(control.matches(':disabled')).toBe(false);
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(WHY);
    fireEvent.click(control);
  }
  fireEvent.keyDown(document.body, { key: 'b', code: 'KeyB' });
  expect(onPress).not.toHaveBeenCalled();
  expect(onChange).not.toHaveBeenCalled();
  // The other side has a reason and is open.
  fireEvent.click(screen.getByRole('button', { name: /매도/ }));
  expect(onPress).toHaveBeenCalledExactlyOnceWith('down');
});

it('the reason is shown while the mouse or the keyboard is on it, until Escape', () => {
  draw(WHY);
  for (const control of closed()) {
    expect(shown()).toEqual([]);
    fireEvent.pointerEnter(control);
    expect(shown()).toEqual([WHY]);
    fireEvent.pointerLeave(control);
    expect(shown()).toEqual([]);
    vi.spyOn(control, 'matches').mockImplementation((selector) => selector === ':focus-visible');
    act(() => control.focus());
    expect(shown()).toEqual([WHY]);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(shown()).toEqual([]);
    act(() => control.blur());
  }
});

it('without a reason a locked side is disabled, and nothing is described', () => {
  draw(undefined);
  const [up, check] = closed();
  expect(up.matches(':disabled')).toBe(true);
  expect(up.getAttribute('aria-describedby')).toBeNull();
  fireEvent.click(check);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

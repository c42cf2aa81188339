import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button, buttonClass, IconButton } from './button.tsx';

afterEach(cleanup);

it('a press calls the handler once', () => {
  const onPress = vi.fn();
  render(<Button onPress={onPress}>입금 신청</Button>);
  fireEvent.click(screen.getByRole('button', { name: '입금 신청' }));
  expect(onPress).toHaveBeenCalledTimes(1);
});

it('a busy button keeps its name and the focus, and ignores presses', () => {
  const onPress = vi.fn();
  render(
    <Button busy onPress={onPress}>
      출금 신청
    </Button>,
  );
  const button = screen.getByRole('button', { name: '출금 신청' });
  button.focus();
  fireEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

it('a busy button of an icon ignores presses too', () => {
  const onPress = vi.fn();
  render(<IconButton icon="download" label="내려받는 중" busy onPress={onPress} />);
  const button = screen.getByRole('button', { name: '내려받는 중' });
  button.focus();
  fireEvent.click(button);
  expect(onPress).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
});

it('a busy button may show what it waits for', () => {
  render(
    <Button busy busyLabel="보내는 중">
      보내기
    </Button>,
  );
  expect(screen.getByRole('button', { name: '보내는 중' })).toBeDefined();
});

it('a busy submit button does not send the form again', () => {
  const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault());
  const { container } = render(
    <form>
      <Button type="submit" busy>
        로그인
      </Button>
    </form>,
  );
  container.querySelector('form')!.addEventListener('submit', onSubmit);
  fireEvent.click(screen.getByRole('button', { name: '로그인' }));
  expect(onSubmit).not.toHaveBeenCalled();
});

it('a disabled button ignores presses', () => {
  const onPress = vi.fn();
  render(
    <Button disabled onPress={onPress}>
      입력을 확인하세요
    </Button>,
  );
  fireEvent.click(screen.getByRole('button'));
  expect(onPress).not.toHaveBeenCalled();
});

it('the figure that a press will commit is part of the name', () => {
  render(
    <Button kind="up" figure="25,413.00">
      매수
    </Button>,
  );
  expect(screen.getByRole('button').textContent).toBe('매수25,413.00');
});

it('a small button is as wide as its text', () => {
  expect(buttonClass({ kind: 'tonal', size: 'small' })).toBe(
    'button button--tonal button--small button--fit',
  );
});

it('an icon button is named by its label alone, however much is unread', () => {
  render(<IconButton icon="mail" label="메시지, 읽지 않음 120개" count={120} />);
  expect(screen.getByRole('button', { name: '메시지, 읽지 않음 120개' }).textContent).toBe('99+');
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AlertDialog, AlertProvider, type Choice, useAlerts } from './alert.tsx';

afterEach(cleanup);

type Alerts = ReturnType<typeof useAlerts>;

function open() {
  let alerts: Alerts | undefined;
  const Screen = () => {
    alerts = useAlerts();
    return <button type="button">주문</button>;
  };
  render(
    <AlertProvider>
      <Screen />
      <AlertDialog />
    </AlertProvider>,
  );
  const { show, ask } = alerts as unknown as Alerts;
  return {
    show: (message: string) => act(() => show(message)),
    ask(answers: Choice[], bright?: Choice) {
      const question = {
        title: '회원가입을 멈추시겠습니까?',
        message: '입력한 내용은 저장되지 않습니다.',
        safe: '계속 작성',
        other: '멈추기',
        ...(bright === undefined ? {} : { bright }),
      };
      act(() => void ask(question).then((choice) => answers.push(choice)));
    },
  };
}

const tap = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('a message is shown unchanged under the title 알림, and the focus returns after it', async () => {
  const { show } = open();
  const order = screen.getByRole('button', { name: '주문' });
  order.focus();
  show('항셍종목이 현재 휴장중입니다.');
  const dialog = screen.getByRole('alertdialog', { name: '알림' });
  expect(dialog.textContent).toContain('항셍종목이 현재 휴장중입니다.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '확인' }));
  await tap('확인');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(order);
});

test('messages are shown one after the other, and the same one once', async () => {
  const { show } = open();
  show('첫째');
  show('둘째');
  show('첫째');
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  await tap('확인');
  expect(screen.getByRole('alertdialog').textContent).toContain('둘째');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '확인' }));
  await tap('확인');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a question returns the choice of the tapped button; the safe one is last and has the focus', async () => {
  const { ask } = open();
  const answers: Choice[] = [];
  ask(answers);
  const dialog = screen.getByRole('alertdialog', { name: '회원가입을 멈추시겠습니까?' });
  const names = [...dialog.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names).toEqual(['멈추기', '계속 작성']);
  expect(document.activeElement?.textContent).toBe('계속 작성');
  await tap('멈추기');
  expect(answers).toEqual(['other']);
});

test('Esc chooses the safe choice', async () => {
  const { ask } = open();
  const answers: Choice[] = [];
  ask(answers);
  const cancel = new Event('cancel', { cancelable: true });
  await act(async () => fireEvent(screen.getByRole('alertdialog'), cancel));
  expect(answers).toEqual(['safe']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a question is shown after the message before it', async () => {
  const { show, ask } = open();
  const answers: Choice[] = [];
  show('첫째');
  ask(answers);
  await tap('확인');
  expect(answers).toEqual([]);
  await tap('계속 작성');
  expect(answers).toEqual(['safe']);
});

test.each([
  [undefined, ['멈추기', '계속 작성']],
  ['other', ['계속 작성', '멈추기']],
] as const)('the bright choice of %s is on the right and has the focus', (bright, order) => {
  const { ask } = open();
  ask([], bright);
  const buttons = screen.getAllByRole('button', { name: /계속 작성|멈추기/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(order);
  expect(buttons.map(({ className }) => className.includes('tonal'))).toEqual([true, false]);
  expect(document.activeElement).toBe(buttons[1]);
});

test('with `other` as the bright choice, Esc still chooses the safe one', async () => {
  const { ask } = open();
  const answers: Choice[] = [];
  ask(answers, 'other');
  await act(async () =>
    fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true })),
  );
  expect(answers).toEqual(['safe']);
});

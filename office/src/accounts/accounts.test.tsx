import { changeAdmin, createAdmin, firstPassword, listAdmins } from '@maru/contract/accounts/calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { officeDouble } from '../office-double.tsx';

afterEach(cleanup);

const account = {
  ...{ id: 12, username: 'colleague', name: '새동료', role: 'OPERATOR', level: 3, parentId: 3 },
  ...{ isDisabled: false, isNew: true, half: 'FIRST', createdMillis: 1_763_124_067_000 },
};

test('a new account is asked for with a reason, and a first password is shown by halves', async () => {
  const office = officeDouble();
  office.on(listAdmins, {
    reply: { content: [account], page: 0, size: 50, totalElements: 1, totalPages: 1 },
  });
  office.on(createAdmin, { reply: { waiting: 5 } });
  office.on(firstPassword, { reply: { half: 'FIRST', text: 'ABCDEFGHJK', untilMillis: 1_763_383_267_000 } });
  office.on(changeAdmin, { reply: { waiting: 6 } });
  office.open('/accounts');
  fireEvent.click(await screen.findByRole('button', { name: /계정 만들기/ }));
  const form = within(await screen.findByRole('dialog'));
  fireEvent.change(form.getByLabelText('아이디'), { target: { value: 'newcomer' } });
  fireEvent.change(form.getByLabelText('이름'), { target: { value: '김새로' } });
  fireEvent.change(form.getByLabelText('이유'), { target: { value: '새로 왔습니다' } });
  fireEvent.click(form.getByRole('button', { name: /요청/ }));
  expect(await screen.findByText('요청했습니다. 다른 사람의 승인을 기다립니다.')).toBeDefined();
  expect(office.sentTo(createAdmin)).toMatchObject([{ username: 'newcomer', role: 'OPERATOR' }]);

  fireEvent.click(screen.getByText('colleague'));
  fireEvent.click(await screen.findByRole('button', { name: '첫 비밀번호 절반 보기' }));
  expect(await screen.findByText('ABCDEFGHJK')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '전했습니다' }));
  fireEvent.click(screen.getByRole('button', { name: /계정 닫기/ }));
  const closing = within(await screen.findByRole('dialog'));
  fireEvent.change(closing.getByLabelText('이유'), { target: { value: '그만두었습니다' } });
  fireEvent.click(closing.getByRole('button', { name: /요청/ }));
  await screen.findAllByText('요청했습니다. 다른 사람의 승인을 기다립니다.');
  expect(office.sentTo(changeAdmin)).toMatchObject([{ id: 12, isDisabled: true }]);
});

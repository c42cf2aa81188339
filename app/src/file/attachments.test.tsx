import { createContact } from '@maru/contract/contact/calls';
import { MOST_FILE_BYTES, uploadFile } from '@maru/contract/file/calls';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openScreen, tap } from '../screen-double.tsx';
import { type ServerDouble, serverDouble, storedTokens } from '../server-double.ts';

afterEach(cleanup);

let server: ServerDouble;
beforeEach(() => {
  server = serverDouble({ storage: storedTokens() });
  server.answer(createContact, () => ({ refusal: 'TOO_MANY_INQUIRIES' }));
});

const stored = (id: string) => ({
  ...{ id: id.repeat(32), name: `${id}.webp`, type: 'image/webp', size: 2_000, width: 4, height: 3 },
});
const takes = (id: string) => server.answer(uploadFile, () => ({ reply: stored(id) }));
const picture = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

async function open() {
  const screenOf = openScreen('/more/contact/create', { signedIn: true, server });
  const question = await screen.findByLabelText('문의 내용');
  await act(async () => fireEvent.change(question, { target: { value: '사진을 봐 주세요' } }));
  return screenOf;
}
const choose = (...files: readonly File[]) =>
  act(async () =>
    fireEvent.change(screen.getByLabelText('사진 첨부', { selector: 'input' }), { target: { files } }),
  );
const isSendable = () => !screen.getByRole('button', { name: '보내기' }).hasAttribute('disabled');
const uploads = () => server.asked.filter(({ path }) => path === uploadFile.path).length;

test('a picture whose upload is lost is uploaded again by a tap, and the question waits for it', async () => {
  server.answer(uploadFile, () => 'lost');
  const { sent } = await open();
  await choose(picture('a.png'));
  expect(await screen.findByText('올리지 못한 사진을 다시 올리거나 빼 주세요.')).toBeTruthy();
  expect(isSendable()).toBe(false);
  takes('a');
  await tap('a.png 다시 올리기');
  expect(await screen.findByText('a.webp')).toBeTruthy();
  await waitFor(() => expect(isSendable()).toBe(true));
  await tap('보내기');
  expect(sent(createContact)).toMatchObject([{ question: '사진을 봐 주세요', fileIds: ['a'.repeat(32)] }]);
});

test('a picture that is refused can only be removed, and the reason is beside it', async () => {
  server.answer(uploadFile, () => ({ refusal: 'FILE_TYPE_UNSUPPORTED' }));
  await open();
  await choose(picture('a.svg'));
  expect(await screen.findByText('JPG, PNG, WebP 사진만 올릴 수 있습니다.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /다시 올리기$/ })).toBeNull();
  await tap('a.svg 빼기');
  expect(isSendable()).toBe(true);
  expect(screen.queryByText('JPG, PNG, WebP 사진만 올릴 수 있습니다.')).toBeNull();
});

test('a picture that is too large and cannot be drawn smaller is not sent, nor is a fifth', async () => {
  takes('b');
  await open();
  await choose(picture('big.png', MOST_FILE_BYTES + 1));
  expect(await screen.findByText('사진은 5MB까지 올릴 수 있습니다.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /다시 올리기$/ })).toBeNull();
  expect(uploads()).toBe(0);
  await tap('big.png 빼기');
  await choose(...['1', '2', '3', '4', '5'].map((name) => picture(name)));
  expect(screen.getByText('사진은 4장까지 첨부할 수 있습니다.')).toBeTruthy();
  await waitFor(() => expect(isSendable()).toBe(true));
  expect(uploads()).toBe(4);
});

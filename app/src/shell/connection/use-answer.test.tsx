import { overseaOptions } from '@maru/contract/oversea/instruments';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { hangSeng, nasdaq, type ServerDouble, serverDouble } from '../../server-double.ts';
import { PlatformProvider } from '../platform.tsx';
import { useAnswer } from './use-answer.ts';

afterEach(cleanup);

function Names({ isPlay }: { readonly isPlay: '0' | '1' | undefined }) {
  const answer = useAnswer(overseaOptions, isPlay === undefined ? null : { isPlay });
  return (
    <section>
      <p>{answer.state}</p>
      <p>{answer.reply?.map(({ koName }) => koName).join(' ')}</p>
      <p>{answer.message}</p>
      <button type="button" onClick={answer.reload}>
        다시
      </button>
    </section>
  );
}

function Screen() {
  const [asked, setAsked] = useState<'0' | '1'>();
  return (
    <>
      <Names isPlay={asked} />
      <Names isPlay={asked} />
      <button type="button" onClick={() => setAsked('1')}>
        묻기
      </button>
    </>
  );
}

const show = (server: ServerDouble, isPlay?: '1') =>
  render(
    <PlatformProvider platform={server.platform}>
      {isPlay === undefined ? <Screen /> : <Names isPlay={isPlay} />}
    </PlatformProvider>,
  );
const questions = (server: ServerDouble) => server.asked.filter(({ path }) => path === overseaOptions.path);

test('nothing is requested before the query is known, and then once for two parts of the screen', async () => {
  const server = serverDouble();
  show(server);
  expect(screen.getAllByText('loading')).toHaveLength(2);
  expect(questions(server)).toHaveLength(0);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '묻기' })));
  expect(await screen.findAllByText('나스닥 항셍')).toHaveLength(2);
  expect(questions(server)).toHaveLength(1);
});

test('a refusal is shown, and a tap requests again', async () => {
  const server = serverDouble();
  server.answer(overseaOptions, () => ({ refusal: 'TRY_AGAIN' }));
  show(server, '1');
  expect(await screen.findByText('잠시 후 다시 시도해 주세요.')).toBeTruthy();
  server.answer(overseaOptions, () => ({ reply: [nasdaq] }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '다시' })));
  expect(await screen.findByText('나스닥')).toBeTruthy();
  expect(screen.getByText('ready')).toBeTruthy();
});

test('a screen that is opened again shows the old answer at once', async () => {
  const server = serverDouble();
  show(server, '1');
  await screen.findByText('나스닥 항셍');
  cleanup();
  server.answer(overseaOptions, () => ({ reply: [hangSeng] }));
  show(server, '1');
  expect(screen.getByText('나스닥 항셍')).toBeTruthy();
});

// A call that may ask for the second factor: it is sent first as it is, and again with the code when the server wants one.
import type { Outcome, Sent } from '@maru/client/call';
import type { AnyCall } from '@maru/contract/call';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useCall } from '../connection/use-call.ts';

const CodeSheet = lazy(async () => ({ default: (await import('./code-sheet.tsx')).CodeSheet }));

interface Question {
  readonly refused: string | undefined;
  /** Undefined when the question was closed. */
  readonly answer: (code: string | undefined) => void;
}

interface ConfirmedCall<C extends AnyCall> {
  readonly busy: boolean;
  /** Undefined when a tap is still under way, the page was left, or no code was given. */
  send(sent: Sent<C>): Promise<Outcome<C> | undefined>;
  /** To be rendered by the screen. */
  readonly question: ReactNode;
}

export function useConfirmedCall<C extends AnyCall>(
  call: C,
  options?: Parameters<typeof useCall>[1],
): ConfirmedCall<C> {
  const { busy, send } = useCall(call, options);
  const [question, setQuestion] = useState<Question>();

  async function sendConfirmed(sent: Sent<C>): Promise<Outcome<C> | undefined> {
    let outcome = await send(sent);
    while (outcome?.ok === false && isAboutCode(outcome.code)) {
      const refused = outcome.code === 'SECOND_FACTOR_WRONG' ? outcome.message : undefined;
      const code = await new Promise<string | undefined>((answer) => setQuestion({ refused, answer }));
      if (code === undefined) outcome = undefined;
      else {
        const { body } = sent as { readonly body?: object };
        outcome = await send({ ...sent, body: { ...body, code } } as Sent<C>);
      }
    }
    setQuestion(undefined);
    return outcome;
  }

  return {
    busy,
    send: sendConfirmed,
    question: question && (
      <Suspense>
        <CodeSheet
          busy={busy}
          refused={question.refused}
          onCode={question.answer}
          onClose={() => question.answer(undefined)}
        />
      </Suspense>
    ),
  };
}

const isAboutCode = (code: string): boolean =>
  code === 'SECOND_FACTOR_NEEDED' || code === 'SECOND_FACTOR_WRONG';

// Refusals, server messages and questions, one at a time; messages have the title 알림.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

export interface Question {
  readonly title: string;
  readonly message?: string;
  /** The safe choice: what Esc, the scrim and the back gesture choose. */
  readonly safe: string;
  /** The choice that does something, or ends or loses something. */
  readonly other: string;
  /** Which one is primary and on the right: `other` where it is what the trader intends, such as an order. */
  readonly bright?: Choice;
}

export type Choice = 'safe' | 'other';

type Waiting =
  | { readonly kind: 'message'; readonly message: string }
  | { readonly kind: 'question'; readonly question: Question; readonly answer: (choice: Choice) => void };

interface Alerts {
  show(message: string): void;
  ask(question: Question): Promise<Choice>;
}

interface AlertQueue extends Alerts {
  /** The one on the screen, if any; further ones are queued behind it. */
  readonly first: Waiting | undefined;
  answer(choice: Choice): void;
}

const nothing: AlertQueue = {
  first: undefined,
  show: () => {},
  ask: async () => 'safe',
  answer: () => {},
};

const AlertContext = createContext<AlertQueue>(nothing);

export function AlertProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);
  // The same text is not queued twice.
  const show = useCallback(
    (message: string) =>
      setWaiting((before) =>
        before.some((each) => each.kind === 'message' && each.message === message)
          ? before
          : [...before, { kind: 'message', message }],
      ),
    [],
  );
  const ask = useCallback(
    (question: Question) =>
      new Promise<Choice>((answer) =>
        setWaiting((before) => [...before, { kind: 'question', question, answer }]),
      ),
    [],
  );
  const queue = useMemo<AlertQueue>(() => {
    const [first] = waiting;
    const answer = (choice: Choice) => {
      if (first?.kind === 'question') first.answer(choice);
      setWaiting((before) => before.filter((each) => each !== first));
    };
    return { first, show, ask, answer };
  }, [waiting, show, ask]);
  return <AlertContext value={queue}>{children}</AlertContext>;
}

export const useAlerts = (): Alerts => useContext(AlertContext);

export function AlertDialog() {
  const { first, answer } = useContext(AlertContext);
  const text = useText();
  // Each one is a dialog of its own, so that the next is read out and the last keeps its text while it closes.
  const key = useKey(first);
  const asked = first?.kind === 'question' ? first.question : undefined;
  return (
    <Dialog
      key={key}
      open={first !== undefined}
      title={asked?.title ?? text.shell.alert}
      message={first?.kind === 'message' ? first.message : (asked?.message ?? '')}
      safe={asked?.safe ?? text.shell.confirm}
      onSafe={() => answer('safe')}
      other={asked?.other}
      onOther={() => answer('other')}
      bright={asked?.bright}
    />
  );
}

/** A new number for each thing; while there is none, the last number, so that a closing dialog keeps its key. */
function useKey(thing: unknown): number {
  const [counted, setCounted] = useState<{ readonly thing: unknown; readonly key: number }>({
    thing,
    key: 0,
  });
  if (thing === undefined || thing === counted.thing) return counted.key;
  const next = { thing, key: counted.key + 1 };
  setCounted(next);
  return next.key;
}

interface AskProps {
  readonly title: string;
  readonly message: string;
  readonly action: string;
  readonly onConfirm: () => void;
}

/** One button, and no other way to close it. */
export const AskToConfirm = ({ title, message, action, onConfirm }: AskProps) => (
  <Dialog open title={title} message={message} safe={action} onSafe={onConfirm} closable={false} />
);

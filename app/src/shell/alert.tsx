// Refusals and server messages, one at a time, under the title 알림.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/button.tsx';
import './alert.css';

interface Alerts {
  /** The text on the screen, if any; further ones wait behind it. */
  readonly current: string | undefined;
  show(message: string): void;
  dismiss(): void;
}

const AlertContext = createContext<Alerts>({ current: undefined, show: () => {}, dismiss: () => {} });

export function AlertProvider({ children }: { readonly children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly string[]>([]);
  // The same text twice says nothing new.
  const show = useCallback(
    (message: string) => setWaiting((before) => (before.includes(message) ? before : [...before, message])),
    [],
  );
  const dismiss = useCallback(() => setWaiting((before) => before.slice(1)), []);
  const alerts = useMemo(() => ({ current: waiting[0], show, dismiss }), [waiting, show, dismiss]);
  return <AlertContext value={alerts}>{children}</AlertContext>;
}

export const useAlerts = (): Alerts => useContext(AlertContext);

export function AlertDialog() {
  const { current, dismiss } = useAlerts();
  const text = useText();
  return current === undefined ? null : (
    <AskToConfirm
      title={text.shell.alert}
      message={current}
      action={text.shell.confirm}
      onConfirm={dismiss}
    />
  );
}

interface AskProps {
  readonly title: string;
  readonly message: string;
  readonly action: string;
  readonly onConfirm: () => void;
}

export function AskToConfirm({ title, message, action, onConfirm }: AskProps) {
  const titleId = useId();
  const messageId = useId();
  useFocusBack();
  return (
    <div className="scrim">
      <div
        className="dialog"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={messageId}
      >
        <h2 id={titleId} className="dialog__title">
          {title}
        </h2>
        <p id={messageId} className="dialog__message">
          {message}
        </p>
        <Button size="medium" autoFocus onPress={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  );
}

/** A keyboard goes on where it was before the dialog took it. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
}

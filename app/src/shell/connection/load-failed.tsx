// Shown in place of something that could not be loaded, with a button to try again.
import { useText } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';

interface Props {
  readonly title: string;
  /** The reason in the server's words. */
  readonly message?: string | undefined;
  readonly onRetry: () => void;
}

export function LoadFailed({ title, message, onRetry }: Props) {
  const { shell } = useText();
  return (
    <StatePanel
      kind="error"
      title={title}
      sentence={message}
      action={{ label: shell.retry, onPress: onRetry }}
    />
  );
}

// What stands in place of something that could not be read, with the way to try again.
import { useText } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';

interface Props {
  readonly title: string;
  /** The reason in the words of the server. */
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

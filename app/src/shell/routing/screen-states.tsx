// While a screen is fetched, and when it could not be.
import { useText } from '../../text/language.tsx';
import { LoadingBar } from '../../ui/states/loading-bar.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { usePlatform } from '../platform.tsx';

export function ScreenPending() {
  return <LoadingBar label={useText().shell.loading} />;
}

/** A screen that is gone after an update, or a network that is: only a fresh page helps, and it waits for orders. */
export function ScreenFailed() {
  const { reload } = usePlatform();
  const { shell } = useText();
  return (
    <StatePanel
      kind="error"
      title={shell.screenFailed}
      sentence={shell.screenFailedLead}
      action={{ label: shell.reload, onPress: () => void reload() }}
    />
  );
}

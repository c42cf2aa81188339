// Shown while a screen is imported, and when that failed.
import { useText } from '../../text/language.tsx';
import { LoadingBar } from '../../ui/states/loading-bar.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { usePlatform } from '../platform.tsx';

export function ScreenPending() {
  return <LoadingBar label={useText().shell.loading} />;
}

/** The screen's file is missing after an update, or the network is down: only a reload helps, and it waits for orders. */
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

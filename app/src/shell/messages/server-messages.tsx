// Messages that the server pushes (the error queue, a forced logout) and why a session ended: alerts titled 알림, one at
// a time. Those that end a session reload the page, and only their own button does.
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { isLocked } from '../connection/connection-lock.tsx';
import { usePlatform, useWatched } from '../platform.tsx';

export function ServerMessages() {
  const { announcements, acknowledge, connection } = usePlatform();
  const [first] = useWatched(announcements);
  const locked = isLocked(useWatched(connection));
  const text = useText();
  return (
    <Dialog
      key={first?.message}
      open={first !== undefined && !locked}
      title={text.shell.alert}
      message={first?.message ?? ''}
      safe={text.shell.confirm}
      onSafe={acknowledge}
      closable={first?.confirm !== 'reload'}
    />
  );
}

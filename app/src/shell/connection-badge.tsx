import { useText } from '../text/language.tsx';
import './connection-badge.css';
import { usePlatform, useWatched } from './platform.tsx';

/** A brass dot says now: what stands on the screen is live. */
export function ConnectionBadge() {
  const { realtime } = usePlatform();
  const { kind } = useWatched(realtime.connection);
  const text = useText();
  const isLive = kind === 'connected';
  const words = isLive
    ? text.shell.live
    : kind === 'connecting'
      ? text.shell.connecting
      : text.shell.disconnected;
  return (
    <p className={isLive ? 'badge badge--live' : 'badge'} role="status">
      <i aria-hidden="true" />
      {words}
    </p>
  );
}

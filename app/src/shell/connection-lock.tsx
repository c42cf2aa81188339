// While the line is down nothing may be tapped: prices on the screen are old. Spec 4: two retries, then the alert.
import { formatTimeOfDay } from '@maru/client/format';
import { type Connection, RETRIES } from '@maru/client/realtime';
import { useText } from '../text/language.tsx';
import { Icon } from '../ui/icon.tsx';
import { AskToConfirm } from './alert.tsx';
import './connection-lock.css';
import { usePlatform, useWatched } from './platform.tsx';

export const isLocked = ({ kind }: Connection): boolean => kind === 'retrying' || kind === 'lost';

export function ConnectionLock() {
  const { realtime, reload } = usePlatform();
  const connection = useWatched(realtime.connection);
  const text = useText();

  if (connection.kind === 'lost')
    return (
      <AskToConfirm
        title={text.shell.alert}
        message={text.shell.reconnectFailed}
        action={text.shell.reload}
        onConfirm={reload}
      />
    );
  return connection.kind === 'retrying' ? <Retrying attempt={connection.attempt} /> : null;
}

function Retrying({ attempt }: { readonly attempt: number }) {
  const { prices } = usePlatform();
  const lastHeardAt = useWatched(prices.lastHeardAt);
  const text = useText();
  const steps = Array.from({ length: RETRIES }, (_, index) => index + 1);
  return (
    <div className="lock">
      <div className="lock__card" role="alert">
        <div className="lock__head">
          <span className="lock__icon">
            <Icon name="signal" size={24} />
          </span>
          <div>
            <h2 className="lock__title">{text.shell.unstable}</h2>
            <p className="lock__lead">{text.shell.reconnecting}</p>
          </div>
        </div>
        <div className="lock__steps" aria-hidden="true">
          {steps.map((step) => (
            <i key={step} className={step <= attempt ? 'is-done' : ''} />
          ))}
        </div>
        <div className="lock__facts figure">
          <span>{text.shell.retryCount(attempt, RETRIES)}</span>
          {lastHeardAt !== undefined && <span>{text.shell.lastPriceAt(formatTimeOfDay(lastHeardAt))}</span>}
        </div>
        <p className="lock__note">
          <Icon name="shield" size={18} />
          {text.shell.ordersStay}
        </p>
      </div>
    </div>
  );
}

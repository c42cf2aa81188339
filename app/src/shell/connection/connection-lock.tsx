// While the connection is down nothing may be tapped: prices on the screen are old. Spec 4: two retries, then the
// alert. It is in the top layer, so it covers open dialogs; calls that are under way continue beneath it.

import { type Connection, RETRIES } from '@maru/client/connection';
import { formatTimeOfDay } from '@maru/client/format-time';
import { type ReactNode, useId } from 'react';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { AskToConfirm } from '../messages/alert.tsx';
import './connection-lock.css';
import { usePlatform, useWatched } from '../platform.tsx';

export const isLocked = ({ kind }: Connection): boolean =>
  kind === 'retrying' || kind === 'offline' || kind === 'lost';

/** The first attempt after a sleep usually succeeds before a user could notice that the connection was lost. */
const isQuiet = (connection: Connection): boolean =>
  connection.kind === 'retrying' && connection.attempt === 0;

export function ConnectionLock() {
  const { connection: watched, reload } = usePlatform();
  const connection = useWatched(watched);
  const text = useText();
  const titleId = useId();
  const { kind } = connection;
  return (
    <>
      <Modal
        open={kind === 'retrying' || kind === 'offline'}
        onClose={() => {}}
        closable={false}
        placement="bottom"
        role="alertdialog"
        labelledBy={titleId}
        panelClassName={isQuiet(connection) ? 'lock lock--quiet' : 'lock'}
      >
        {kind === 'offline' ? (
          <Card titleId={titleId} title={text.shell.offline} lead={text.shell.offlineLead} />
        ) : (
          <Card titleId={titleId} title={text.shell.unstable} lead={text.shell.reconnecting}>
            <Steps attempt={kind === 'retrying' ? connection.attempt : 0} />
          </Card>
        )}
      </Modal>
      {kind === 'lost' && (
        <AskToConfirm
          title={text.shell.alert}
          message={text.shell.reconnectFailed}
          action={text.shell.reload}
          onConfirm={() => void reload()}
        />
      )}
    </>
  );
}

interface CardProps {
  readonly titleId: string;
  readonly title: string;
  readonly lead: string;
  readonly children?: ReactNode;
}

function Card({ titleId, title, lead, children }: CardProps) {
  const text = useText();
  return (
    <>
      <div className="lock__head">
        <span className="lock__icon">
          <Icon name="signal" size={24} />
        </span>
        <div>
          <h2 id={titleId} className="text-title3">
            {title}
          </h2>
          <p className="lock__lead">{lead}</p>
        </div>
      </div>
      {children}
      <p className="lock__note">
        <Icon name="shield" size={18} />
        <span>{text.shell.ordersStay}</span>
      </p>
    </>
  );
}

function Steps({ attempt }: { readonly attempt: number }) {
  const { prices } = usePlatform();
  const lastHeardAt = useWatched(prices.lastHeardAt);
  const text = useText();
  const steps = Array.from({ length: RETRIES }, (_, index) => index + 1);
  return (
    <>
      <div className="lock__steps" aria-hidden="true">
        {steps.map((step) => (
          <i key={step} className={step <= attempt ? 'is-done' : ''} />
        ))}
      </div>
      <div className="lock__facts text-caption" aria-live="polite">
        <span>
          {text.shell.retries}{' '}
          <b className="figure">
            {attempt}/{RETRIES}
          </b>
        </span>
        {lastHeardAt !== undefined && (
          <span>
            {text.shell.lastPrice} <b className="figure">{formatTimeOfDay(lastHeardAt)}</b>
          </span>
        )}
      </div>
    </>
  );
}

// The page of this stage: the wallet and the market, where the account and the market meet.
import { barrierFor } from '@maru/client/session';
import { me } from '@maru/contract/account';
import { useEffect } from 'react';
import { WalletPanel } from './account/wallet-panel.tsx';
import './floor-screen.css';
import { InstrumentList } from './market/instrument-list.tsx';
import { useAlerts } from './shell/alert.tsx';
import { ConnectionBadge } from './shell/connection-badge.tsx';
import { usePlatform } from './shell/platform.tsx';
import { useText } from './text/language.tsx';
import { BrandMark } from './ui/brand-mark.tsx';
import { Icon } from './ui/icon.tsx';

export function FloorScreen() {
  const { leave } = usePlatform();
  const text = useText();
  useAdmission();
  useServerMessages();

  return (
    <>
      <header className="floor__head">
        <h1 className="floor__brand">
          <BrandMark size={26} />
          {text.shell.brand}
        </h1>
        <ConnectionBadge />
        <button
          type="button"
          className="floor__leave"
          aria-label={text.account.signOut}
          onClick={() => void leave()}
        >
          <Icon name="leave" />
        </button>
      </header>
      <main className="floor">
        <WalletPanel />
        <InstrumentList />
      </main>
    </>
  );
}

/** Spec 4, session restore: a blocked account or device is told so and signed out. */
function useAdmission() {
  const { call, session, isMobile } = usePlatform();
  const text = useText();
  useEffect(() => {
    let isHere = true;
    void call(me).then((outcome) => {
      if (!isHere || !outcome.ok) return;
      const barrier = barrierFor(outcome.reply, isMobile);
      if (barrier)
        session.endWith(barrier === 'ACCOUNT_BLOCKED' ? text.shell.accountBlocked : text.shell.deviceBlocked);
    });
    return () => {
      isHere = false;
    };
  }, [call, session, isMobile, text]);
}

/** The live connection lives as long as the page; what the server has to say is said. */
function useServerMessages() {
  const { realtime, session } = usePlatform();
  const { show } = useAlerts();
  useEffect(() => {
    const stopErrors = realtime.followErrors((push) => show(push.data.message));
    const stopLogout = realtime.followQueue('force_logout', {
      hear: (push) => session.endWith(push.data.message),
      resync: () => {},
    });
    realtime.open();
    return () => {
      stopErrors();
      stopLogout();
      realtime.close();
    };
  }, [realtime, session, show]);
}

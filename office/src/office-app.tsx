// The whole office: the door while nobody is signed in, then the frame with its screens.
import { useEffect } from 'react';
import { Door } from './door/door.tsx';
import { Button } from './parts/button.tsx';
import { needsSetUp, SetUp } from './security/set-up.tsx';
import { Frame } from './shell/frame.tsx';
import { isMe } from './shell/me.ts';
import type { Office } from './shell/office.ts';
import { OfficeProvider, useOffice, useWatched } from './shell/office-context.tsx';
import { StepUpDialog, Toasts } from './shell/overlays.tsx';
import { words } from './text/shell.ts';

export const OfficeApp = ({ office }: { readonly office: Office }) => (
  <OfficeProvider office={office}>
    <Entrance />
    <StepUpDialog />
    <Toasts />
  </OfficeProvider>
);

function Entrance() {
  const office = useOffice();
  const session = useWatched(office.session.state);
  const me = useWatched(office.me);
  useEffect(() => {
    if (session.kind === 'signed-in') void office.loadMe();
  }, [office, session]);
  if (session.kind === 'guest') return <Door ended={session.ended} />;
  if (me === undefined) return <p className="frame__note">{words.loading}</p>;
  if (!isMe(me))
    return (
      <div className="frame__note" role="alert">
        <p>{me.message}</p>
        <Button onPress={() => void office.loadMe()}>{words.reload}</Button>
        <Button onPress={() => office.signOut()}>{words.signOut}</Button>
      </div>
    );
  return needsSetUp(me) ? <SetUp /> : <Frame />;
}

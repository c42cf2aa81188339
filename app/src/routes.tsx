import { useEffect } from 'react';
import { SignInScreen } from './account/sign-in-screen.tsx';
import { FloorScreen } from './floor-screen.tsx';
import { useAlerts } from './shell/alert.tsx';
import { usePlatform, useWatched } from './shell/platform.tsx';

/** The only place where screens meet. The next stage puts the routes of the spec here. */
export function Routes() {
  const { session } = usePlatform();
  const state = useWatched(session.state);
  const { show } = useAlerts();
  const ended = state.kind === 'guest' ? state.ended : undefined;
  useEffect(() => {
    if (ended !== undefined) show(ended);
  }, [ended, show]);
  return state.kind === 'guest' ? <SignInScreen /> : <FloorScreen />;
}

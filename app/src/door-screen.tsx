// The page of /signin: a device that never signed in is shown what this is, and the form one tap away. The build draws
// both, because it cannot know whose device it is; the style sheet shows one, and the app keeps only that one.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { SignInScreen } from './account/sign-in/sign-in-screen.tsx';
import { type DeviceStorage, useDevice } from './shell/device/device.tsx';
import { GuestFirst } from './trial/first/guest-first.tsx';

type Door = 'first' | 'form';

/** `public/before-app.js` reads the same keys. */
const doorOf = (storage: DeviceStorage): Door =>
  storage.getItem('door') === 'form' || storage.getItem('deviceKey') !== null ? 'form' : 'first';

const watchNothing = () => () => {};

export function DoorScreen() {
  const { storage } = useDevice();
  const [door, setDoor] = useState(() => doorOf(storage));
  // The first render must be what the build has drawn.
  const isDrawn = useSyncExternalStore(
    watchNothing,
    () => false,
    () => true,
  );
  useEffect(() => {
    if (!isDrawn) delete document.documentElement.dataset['door'];
  }, [isDrawn]);
  function openForm() {
    storage.setItem('door', 'form');
    setDoor('form');
  }
  return (
    <>
      {(isDrawn || door === 'first') && <GuestFirst onSignIn={openForm} />}
      {(isDrawn || door === 'form') && <SignInScreen />}
    </>
  );
}

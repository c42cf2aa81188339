import { lazy, Suspense, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { buttonClass, IconButton } from '../../ui/buttons/button.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { Link } from '../routing/router.tsx';
import { MessagesLink } from './messages-link.tsx';

const SideMenu = lazy(async () => ({ default: (await import('../menu/side-menu.tsx')).SideMenu }));

/** The messages, and the profile icon that opens the side menu; a guest gets the sign-in button instead. */
export function MemberButtons() {
  const text = useText();
  const isMember = useWatched(usePlatform().member) !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (!isMember)
    return (
      <Link to="/signin" className={buttonClass({ kind: 'tonal', size: 'small', width: 'fit' })}>
        {text.signIn.signIn}
      </Link>
    );
  return (
    <>
      <MessagesLink />
      <IconButton
        icon="user"
        label={text.shell.openMenu}
        onPress={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      />
      {wasOpened && (
        <Suspense>
          <SideMenu open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

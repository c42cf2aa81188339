// The page of a coin future. Trading it comes with its product; the drawer with every instrument and its live price
// is here already.
import { useState } from 'react';
import { FuturesDrawer } from '../market/instruments/futures-drawer.tsx';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { NotBuiltScreen } from '../shell/routing/not-built-screen.tsx';
import { useParams, useRouter } from '../shell/routing/router.tsx';
import { useText } from '../text/language.tsx';
import { IconButton } from '../ui/buttons/button.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';

export function FutureScreen() {
  const { routes, shell } = useText();
  const { stock = '' } = useParams();
  const router = useRouter();
  const isMember = useWatched(usePlatform().member) !== undefined;
  const [isOpen, setIsOpen] = useState(false);
  const goTo = (to: string) => void router.navigate({ to });
  return (
    <>
      <PageHeader
        title={routes.future}
        back={{ label: shell.back, onPress: () => goTo(isMember ? '/oversea' : '/overseaView') }}
      >
        <IconButton icon="menu" label={shell.chooseFuture} onPress={() => setIsOpen(true)} />
      </PageHeader>
      <main>
        <NotBuiltScreen />
      </main>
      <FuturesDrawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        currentStock={stock}
        onChoose={(chosen) => {
          setIsOpen(false);
          goTo(`${isMember ? '/future' : '/futureView'}/${chosen}`);
        }}
      />
    </>
  );
}

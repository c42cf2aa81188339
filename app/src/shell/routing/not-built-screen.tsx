import { useText } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { useRouter } from './router.tsx';

/** For the path of a product that does not exist yet: shows that, with a link to go on. */
export function NotBuiltScreen() {
  const router = useRouter();
  const { shell } = useText();
  const isMember = useWatched(usePlatform().member) !== undefined;
  return (
    <StatePanel
      kind="empty"
      title={shell.notBuiltTitle}
      sentence={shell.notBuiltLead}
      action={{
        label: shell.toQuickOrder,
        onPress: () => void router.navigate({ to: isMember ? '/oversea' : '/overseaView' }),
      }}
    />
  );
}

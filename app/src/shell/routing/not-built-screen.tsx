import { useText } from '../../text/language.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { usePlatform, useWatched } from '../platform.tsx';
import { useRouter } from './router.tsx';

/** For the path of a product that does not exist yet: shows that, with a link to go on. */
export function NotBuiltScreen() {
  const router = useRouter();
  const { shell } = useText();
  const isMember = useWatched(usePlatform().member) !== undefined;
  // The message icon of every home page leads here, so this page tells where results are found instead.
  const isContact = useWatched(router.here)?.row.menu === 'contact';
  const { sentence, label, to } = isContact
    ? { sentence: shell.noMessagesLead, label: shell.toHistory, to: '/wallet/history' }
    : {
        sentence: shell.notBuiltLead,
        label: shell.toQuickOrder,
        to: isMember ? '/oversea' : '/overseaView',
      };
  return (
    <StatePanel
      kind="empty"
      title={shell.notBuiltTitle}
      sentence={sentence}
      action={{ label, onPress: () => void router.navigate({ to }) }}
    />
  );
}

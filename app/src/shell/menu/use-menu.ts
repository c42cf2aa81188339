import { useText } from '../../text/language.tsx';
import { useAlerts } from '../messages/alert.tsx';
import { usePlatform } from '../platform.tsx';
import { useRouter } from '../routing/router.tsx';
import type { MenuItem } from './menu.ts';

/** What a tap on a menu item does. */
export function useMenu(): (item: MenuItem) => void {
  const router = useRouter();
  const text = useText();
  const alerts = useAlerts();
  const { leave } = usePlatform();
  return ({ does }) => {
    if (does === 'announce-preparation') alerts.show(text.shell.inPreparation);
    else if (does === 'leave') void leave();
    else void router.navigate({ to: does.open });
  };
}

// The coin drawer: what can be done with a wallet, each action on a page of its own.
import { siteDnw } from '@maru/contract/site';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useNavigate } from '../../shell/routing/router.tsx';
import { cashierWords } from '../../text/cashier.ts';
import { useWords } from '../../text/language.tsx';
import { MenuSheet } from '../../ui/overlays/menu-sheet.tsx';
import { actionsOf, pathOfAction, useWalletName, type WalletAction } from './wallet-names.ts';

interface Props {
  /** Undefined is closed. */
  readonly wallet: string | undefined;
  readonly onClose: () => void;
}

export function ActionSheet({ wallet, onClose }: Props) {
  const words = useWords(cashierWords);
  const walletName = useWalletName();
  const navigate = useNavigate();
  const site = useWatched(usePlatform().site);
  const isToMembers = useAnswer(siteDnw, wallet === undefined ? null : {}).reply?.toMembers === true;
  return (
    <MenuSheet<WalletAction>
      open={wallet !== undefined}
      onClose={onClose}
      closeLabel={words.close}
      title={words.walletActions(walletName(wallet ?? ''))}
      choices={actionsOf(wallet ?? '', site)
        .filter((action) => action !== 'transfer' || isToMembers)
        .map((action) => ({
          key: action,
          label: words.actions[action],
          line: words.actionLines[action],
        }))}
      onChoose={(action) => {
        onClose();
        void navigate({ to: pathOfAction(action, wallet ?? '') });
      }}
    />
  );
}

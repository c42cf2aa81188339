// The button at the head of a receipt that opens the picture of its result.
import { directionOf } from '@maru/client/format';
import { lazy, Suspense, useState } from 'react';
import { HeaderEnd } from '../../shell/layouts/header-end.tsx';
import { useMoneyText } from '../../shell/money-text.ts';
import { useWords } from '../../text/language.tsx';
import { shareWords } from '../../text/share.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import type { SharedResult } from './share-card.ts';

const ShareSheet = lazy(async () => ({ default: (await import('./share-sheet.tsx')).ShareSheet }));

interface Props extends Omit<SharedResult, 'profit'> {
  readonly net: { readonly value: string; readonly currency: string };
}

export function ShareResult({ net, ...result }: Props) {
  const words = useWords(shareWords);
  const { signed } = useMoneyText(net.currency);
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <HeaderEnd>
        <IconButton
          icon="share"
          size={22}
          label={words.open}
          onPress={() => {
            setOpened(true);
            setOpen(true);
          }}
        />
      </HeaderEnd>
      <Suspense>
        {wasOpened && (
          <ShareSheet
            open={isOpen}
            onClose={() => setOpen(false)}
            result={{
              ...result,
              profit: { text: signed(net.value), direction: directionOf(net.value) },
            }}
          />
        )}
      </Suspense>
    </>
  );
}

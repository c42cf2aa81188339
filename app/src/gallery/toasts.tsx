import { useState } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { type ToastProps, ToastRail } from '../ui/overlays/toast.tsx';
import { useWords } from './words.ts';

export function Toasts() {
  const { toast, sections } = useWords();
  const [shown, setShown] = useState<ToastProps & { readonly id: number }>();
  const kinds: readonly ToastProps[] = [
    { icon: 'check', tone: 'up', title: toast.filled, line: toast.filledLine, aside: toast.now },
    {
      icon: 'warning',
      tone: 'danger',
      title: toast.liquidated,
      line: toast.liquidatedLine,
      figure: '−124,100',
    },
    { icon: 'bell', title: toast.general, aside: toast.now },
  ];
  return (
    <section className="gallery__line" aria-label={sections.toast}>
      {kinds.map((kind) => (
        <Button
          key={kind.title}
          size="medium"
          width="fit"
          kind="tonal"
          onPress={() => setShown((before) => ({ ...kind, id: (before?.id ?? 0) + 1 }))}
        >
          {kind.title}
        </Button>
      ))}
      <ToastRail toast={shown} isUrgent={shown?.tone === 'danger'} onDismiss={() => setShown(undefined)} />
    </section>
  );
}

import { useState } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { type ToastProps, ToastRail } from '../ui/overlays/toast.tsx';

export function Toasts() {
  const [shown, setShown] = useState<ToastProps & { readonly id: number }>();
  const kinds: readonly ToastProps[] = [
    {
      icon: 'check',
      tone: 'up',
      title: '오더 체결완료',
      line: '매수 마이크로 나스닥 1계약 · 25,412.50',
      aside: '지금',
    },
    {
      icon: 'warning',
      tone: 'danger',
      title: '강제청산 되었습니다',
      line: '마이크로 나스닥 1계약',
      figure: '−124,100',
    },
    { icon: 'bell', title: '새 메시지가 도착했습니다', aside: '지금' },
  ];
  return (
    <section className="gallery__line" aria-label="토스트">
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

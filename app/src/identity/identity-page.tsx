// The frame of every step: a head that leads back to the sign-in page, a heading, fields, and one action at the foot.
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useHeaderTitle } from '../shell/layouts/header-title.ts';
import { useRouter } from '../shell/routing/router.tsx';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { useKeyboardHeight } from '../ui/typing/keyboard-height.ts';
import './identity.css';

interface Props {
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly children?: ReactNode;
  readonly action: {
    readonly label: string;
    readonly busyLabel?: string;
    readonly busy?: boolean;
    readonly disabled?: boolean;
    readonly onPress: () => void;
  };
  /** Where the arrow leads; the sign-in page when absent. */
  readonly onBack?: (() => void) | undefined;
}

export function IdentityPage({ title, heading, lead, children, action, onBack }: Props) {
  const { shell } = useText();
  const router = useRouter();
  useHeaderTitle(title);
  const page = useRef<HTMLElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  useKeyboardHeight(page, true);
  // Each step is a page of its own for a screen reader.
  const first = useRef(heading);
  useEffect(() => {
    if (first.current !== heading) head.current?.focus({ preventScroll: true });
    first.current = heading;
  }, [heading]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (action.disabled !== true && action.busy !== true) action.onPress();
  }
  const leave = () => void router.navigate({ to: '/signin' });
  return (
    <main ref={page} className="identity">
      <PageHeader title={title} back={{ label: shell.back, onPress: onBack ?? leave }} />
      <form className="identity__form" method="post" onSubmit={submit} noValidate>
        <div className="identity__step">
          <h2 ref={head} className="identity__title" tabIndex={-1}>
            {heading}
          </h2>
          <p className="identity__lead">{lead}</p>
          <div className="identity__fields">{children}</div>
        </div>
        <Dock kind="plain" label={title}>
          <Button
            type="submit"
            disabled={action.disabled ?? false}
            busy={action.busy ?? false}
            busyLabel={action.busyLabel}
          >
            {action.label}
          </Button>
        </Dock>
      </form>
    </main>
  );
}

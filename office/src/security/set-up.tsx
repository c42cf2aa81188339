// Before anything else at a first sign-in: a password of one's own, and a second factor.
import { BrandMark } from '@maru/app/ui/icons/brand-mark';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { useMe, useOffice } from '../shell/office-context.tsx';
import { words } from '../text/security.ts';
import '../door/door.css';
import { ChangePassword } from './change-password.tsx';
import { FactorSetUp } from './factor-set-up.tsx';

/** Whether the rest of the office is closed to this sign-in. */
export const needsSetUp = (me: {
  readonly mustChangePassword: boolean;
  readonly stepUpUntilMillis: number | null;
}): boolean => me.mustChangePassword || me.stepUpUntilMillis === null;

export function SetUp() {
  const office = useOffice();
  const me = useMe();
  const done = () => void office.loadMe();
  return (
    <main className="door">
      {me.mustChangePassword ? (
        <Card title={words.changeTitle} sentence={words.changeSentence}>
          <ChangePassword onDone={done} />
        </Card>
      ) : (
        <Card title={words.setUpTitle} sentence={words.setUpSentence}>
          <FactorSetUp onDone={done} />
        </Card>
      )}
    </main>
  );
}

function Card({
  title,
  sentence,
  children,
}: {
  readonly title: string;
  readonly sentence: string;
  readonly children: ReactNode;
}) {
  const office = useOffice();
  return (
    <div className="door__card">
      <p className="door__brand">
        <BrandMark size={28} /> 마루 <span className="side-menu__quiet">운영</span>
      </p>
      <h1 className="door__title">{title}</h1>
      <p>{sentence}</p>
      {children}
      <Button kind="quiet" onPress={() => office.signOut()}>
        {words.signOut}
      </Button>
    </div>
  );
}

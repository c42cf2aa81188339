// What a stranger sees first (design 01b): what this is, in one sentence, a round to try without an account, and three
// facts. The card follows by itself: the page can be read before it is there.
import { Link } from '../../shell/routing/router.tsx';
import { usePart } from '../../shell/routing/use-part.ts';
import { useText } from '../../text/language.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import './guest-first.css';

export function GuestFirst({ onSignIn }: { readonly onSignIn: () => void }) {
  const { shell, signIn, first, routes } = useText();
  const Card = usePart(async () => (await import('../round/trial-card.tsx')).TrialCard);
  const facts: readonly (readonly [icon: IconName, title: string, lead: string])[] = [
    ['shield', first.noMoney, first.noMoneyLead],
    ['document', first.receipts, first.receiptsLead],
    ['refresh', first.again, first.againLead],
  ];
  return (
    <main className="guest-first">
      <div className="guest-first__brand">
        <BrandMark size={26} />
        <span>{shell.brand}</span>
        <Link className="guest-first__look text-lead" to="/status">
          {routes.status}
        </Link>
        <Link className="guest-first__look text-lead" to="/overseaView">
          {first.lookAround}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
      <h1 className="guest-first__headline">{first.headline}</h1>
      <section className="guest-first__card" aria-label={first.tryLabel}>
        {Card && <Card />}
      </section>
      <ul className="guest-first__facts">
        {facts.map(([icon, title, lead]) => (
          <li key={icon}>
            <Icon name={icon} size={20} />
            <div>
              <strong>{title}</strong>
              <span className="text-caption">{lead}</span>
            </div>
          </li>
        ))}
      </ul>
      <div className="guest-first__ways">
        <Button kind="tonal" onPress={onSignIn}>
          {signIn.signIn}
        </Button>
        <Link className={buttonClass()} to="/register">
          {signIn.signUp}
        </Link>
      </div>
    </main>
  );
}

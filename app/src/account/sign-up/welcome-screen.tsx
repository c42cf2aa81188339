import { formatDecimal } from '@maru/client/format';
import { readAmount } from '@maru/client/format-amount';
import { myTrials } from '@maru/contract/trial/calls';
import { amount, plus, toDecimal, ZERO } from '@maru/engine/amount';
import { useAnswer } from '../../shell/connection/use-answer.ts';
import { useHeaderTitle } from '../../shell/layouts/header-title.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { Link, useRouter } from '../../shell/routing/router.tsx';
import { accountWords } from '../../text/account.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { trialWords } from '../../text/trial.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BrandMark } from '../../ui/icons/brand-mark.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import type { IconName } from '../../ui/icons/icons.ts';
import './welcome-screen.css';
import { PracticeRidge } from '../my-page/practice-ridge.tsx';

/** An amount and its unit stay on one line. */
const withoutBreaks = (amount: string): string => amount.replaceAll(' ', '\u00a0');

/** The first screen of a new member: what is real here, what is not, and where the practice mark is shown. */
export function WelcomeScreen() {
  const router = useRouter();
  const { text, language } = useLanguage();
  const { shell } = text;
  const words = useWords(accountWords);
  useHeaderTitle(words.practiceMoney);
  const { wallets: watched, site } = usePlatform();
  const wallets = useWatched(watched);
  const isSimulated = useWatched(site)?.priceSource === 'SIMULATED';
  const point = wallets.reply?.['BINARY']?.point;
  const trial = useWords(trialWords);
  const { signed } = useMoneyText('KRW');
  const kept = useAnswer(myTrials, {}).reply?.content ?? [];
  const result = signed(toDecimal(kept.reduce((sum, { profit }) => plus(sum, amount(profit)), ZERO)));
  const facts: readonly { icon: IconName; title: string; lead: string }[] = [
    { icon: 'shield', title: words.welcomeNoMoney, lead: words.welcomeNoMoneyLead },
    { icon: 'refresh', title: words.welcomeRefill, lead: words.welcomeRefillLead },
    { icon: 'document', title: words.welcomeProof, lead: words.welcomeProofLead },
  ];
  return (
    <main className="welcome">
      <div className="welcome__brand">
        <BrandMark size={26} />
        {shell.brand}
      </div>
      <PracticeRidge />
      <h1 className="welcome__title">
        {point === undefined
          ? words.practiceMoney
          : words.welcomeTitle(withoutBreaks(readAmount(point, language)))}
      </h1>
      <p className="welcome__lead text-lead">
        {isSimulated ? words.welcomeLeadSimulated : words.welcomeLead}
      </p>
      <ul className="welcome__facts">
        {facts.map(({ icon, title, lead }) => (
          <li key={title}>
            <Icon name={icon} size={22} />
            <div>
              <strong className="text-strong">{title}</strong>
              <span className="text-caption">{lead}</span>
            </div>
          </li>
        ))}
      </ul>
      {kept.length > 0 && (
        <Link className="welcome__trial text-strong" to={kept.length === 1 ? '/trial' : '/wallet/receipts'}>
          {kept.length === 1
            ? trial.inAccount(result)
            : trial.allInAccount(formatDecimal(String(kept.length)), result)}
          <Icon name="chevron-right" size={16} />
        </Link>
      )}
      <p className="welcome__mark text-micro">
        {words.welcomeMarkBefore} <b>{shell.practiceMark}</b> {words.welcomeMarkAfter}
      </p>
      <Button onPress={() => void router.navigate({ to: '/oversea', replace: true })}>
        {words.welcomeStart}
      </Button>
    </main>
  );
}

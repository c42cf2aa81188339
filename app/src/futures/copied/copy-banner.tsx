// Above the buttons of an instrument in which copy trading closes something to this member, with the way to where it is done.
import type { WireFuturesOption } from '@maru/contract/futures/instruments';
import { Link } from '../../shell/routing/router.tsx';
import { copytradeWords } from '../../text/copytrade.ts';
import { useWords } from '../../text/language.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import './copy-banner.css';
import { type CopyBar, copyTabOf, useCopyBar } from './use-copy-bar.ts';

interface Props {
  readonly instrument: Pick<WireFuturesOption, 'id' | 'terms'>;
}

export function CopyBanner({ instrument }: Props) {
  const words = useWords(copytradeWords);
  const bar = useCopyBar(instrument);
  if (bar === undefined) return null;
  return (
    <section className="copy-banner" aria-label={words.tabTitle}>
      <Icon name="info" size={18} />
      <p className="copy-banner__words text-note">{words.bars[bar]}</p>
      <Link to={copyTabOf(bar)} className={buttonClass({ kind: 'tonal', size: 'small' })}>
        {words.barLink}
      </Link>
    </section>
  );
}

/** What is closed, beside a position. */
export const CopyBarText = ({ bar }: { readonly bar: CopyBar }) => (
  <p>{useWords(copytradeWords).bars[bar]}</p>
);

interface CloseInCopyTabProps {
  readonly bar: CopyBar;
  readonly size: 'small' | 'medium';
}

export const CloseInCopyTab = ({ bar, size }: CloseInCopyTabProps) => (
  <Link to={copyTabOf(bar)} className={buttonClass({ kind: 'tonal', size })}>
    {useWords(copytradeWords).inCopyTab}
  </Link>
);

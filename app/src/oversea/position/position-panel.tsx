// The open position of one instrument (design 05b): its profit so far, and every action on it.

import { directionOf, formatDecimal, formatMean, formatPrice } from '@maru/client/format';
import { formatDuration } from '@maru/client/format-date';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { LoadFailed } from '../../shell/connection/load-failed.tsx';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { useMoneyText } from '../../shell/money-text.ts';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Badge } from '../../ui/figures/badge.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { StatePanel } from '../../ui/states/state-panel.tsx';
import { EquityBar } from '../account/equity-bar.tsx';
import { walletCurrency } from '../account/wallet-money.ts';
import { GrossAndFees } from '../history/gross-and-fees.tsx';
import { netNow } from './contract-money.ts';
import { shareOfMargin } from './position-money.ts';
import { PositionOthers } from './position-others.tsx';
import { PositionOvernight } from './position-overnight.tsx';
import './position-panel.css';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { PositionTpsl } from './position-tpsl.tsx';

interface Props {
  readonly instrument: WireOverseaOption;
  /** Without the positions of other instruments, where they are listed elsewhere. */
  readonly isAlone?: boolean;
}

export function PositionPanel({ instrument, isAlone = false }: Props) {
  const words = useWords(overseaAccountWords);
  const { positions, state, reload } = useOverseaAccount();
  const position = positions.find(({ overseaOptionId }) => overseaOptionId === instrument.id);
  const currency = walletCurrency(instrument);
  if (state === 'loading') return <SkeletonRows count={4} figures />;
  if (state === 'failed') return <LoadFailed title={words.accountFailed} onRetry={reload} />;
  return (
    <>
      {position ? (
        <PositionCard key={position.id} instrument={instrument} position={position} />
      ) : (
        <StatePanel kind="empty" title={words.noPosition} sentence={words.noPositionLead} />
      )}
      {positions.length > 0 && <EquityBar currency={currency} />}
      {!isAlone && <PositionOthers currentId={instrument.id} />}
    </>
  );
}

interface CardProps extends Props {
  readonly position: WireOverseaPosition;
}

function PositionCard({ instrument, position }: CardProps) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const name = nameOf(instrument, language);
  const isLong = position.tradeType === 'LONG';
  return (
    <section className="position-card" aria-label={words.positionOf(name)}>
      <div className="position-card__line">
        <span className="position-card__who">
          <Badge tone={isLong ? 'solid-up' : 'solid-down'}>{words.side[position.tradeType]}</Badge>{' '}
          <b className="figure">{words.contracts(formatDecimal(String(position.qty)))}</b>{' '}
          <span className="position-card__name text-caption">{name}</span>
        </span>
        <Held since={position.createdMillis} />
      </div>
      <Figures instrument={instrument} position={position} />
      <PositionTpsl instrument={instrument} position={position} />
      <PositionOvernight instrument={instrument} position={position} />
    </section>
  );
}

/** A component of its own, so that each second renders the clock alone. */
function Held({ since }: { readonly since: number }) {
  const words = useWords(overseaAccountWords);
  const now = useServerSecond();
  return (
    <span className="position-card__held text-micro">
      <Icon name="clock" size={14} weight={2} />
      <span className="figure">{formatDuration(now - since)}</span> {words.held}
    </span>
  );
}

/** A component of its own, so that a tick renders the figures alone. */
function Figures({ instrument, position }: CardProps) {
  const words = useWords(overseaAccountWords);
  const currency = walletCurrency(instrument);
  const { money, signed } = useMoneyText(currency);
  const tick = useLiveTick(instrument.stock);
  const now = netNow(instrument, position, tick);
  const net = now?.net;
  return (
    <>
      <p className="position-card__now text-caption">{words.netIfClosed}</p>
      <p className={`position-card__profit figure--${directionOf(net)}`}>
        <b className="figure">{signed(net)}</b>{' '}
        <span className="position-card__share figure">{shareOfMargin(net, position.margin)}</span>
      </p>
      <p className="position-card__parts text-micro">
        <GrossAndFees gross={now?.gross} fees={now?.fees} currency={currency} />
      </p>
      <dl className="position-card__facts">
        <Fact name={words.entryPrice}>{formatMean(position.entryPrice, instrument.precision)}</Fact>
        <Fact name={words.currentPrice}>
          {formatPrice(tick?.last ?? instrument.lastPrice ?? undefined, instrument.precision)}
        </Fact>
        <Fact name={words.margin}>{money(position.margin)}</Fact>
      </dl>
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div>
    <dt className="text-micro">{name}</dt>
    <dd className="figure">{children}</dd>
  </div>
);

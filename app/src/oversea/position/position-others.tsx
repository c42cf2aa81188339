// Positions in other instruments, each with a link to its page, and a button that closes all of them at once.
import { directionOf, formatDecimal, formatMean, readableCode } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { rowPaceOf } from '../../market/prices/paced-quote.ts';
import { Link } from '../../shell/routing/router.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { ListRow } from '../../ui/rows/list-row.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import { useOverseaInstruments } from '../listing/use-oversea-instruments.ts';
import { netNow } from './contract-money.ts';
import { shareOfMargin } from './position-money.ts';
import './position-others.css';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useCloseAll } from './use-close-all.ts';

export function PositionOthers({ currentId }: { readonly currentId: number }) {
  const words = useWords(overseaAccountWords);
  const { positions } = useOverseaAccount();
  const instruments = useOverseaInstruments().reply ?? [];
  const others = positions.filter(({ overseaOptionId }) => overseaOptionId !== currentId);
  if (others.length === 0) return null;
  return (
    <section className="position-others" aria-label={words.otherPositions}>
      <h2 className="position-others__title">{words.otherPositions}</h2>
      <ul>
        {others.map((position) => (
          <li key={position.id}>
            <OtherRow
              position={position}
              instrument={instruments.find(({ id }) => id === position.overseaOptionId)}
            />
          </li>
        ))}
      </ul>
      {positions.length > 1 && <CloseAll positions={positions} />}
    </section>
  );
}

interface RowProps {
  readonly position: WireOverseaPosition;
  readonly instrument: WireOverseaOption | undefined;
}

function OtherRow({ position, instrument }: RowProps) {
  const words = useWords(overseaAccountWords);
  const { language } = useLanguage();
  const { signed } = useWalletMoney(instrument);
  const tick = useLiveTick(position.stock, rowPaceOf(position.stock));
  const net = instrument && netNow(instrument, position, tick)?.net;
  return (
    <ListRow
      height={64}
      title={instrument ? nameOf(instrument, language) : readableCode(position.stock)}
      mark={
        <Badge tone={position.tradeType === 'LONG' ? 'up' : 'down'}>
          {words.side[position.tradeType]} {words.contracts(formatDecimal(String(position.qty)))}
        </Badge>
      }
      meta={formatMean(position.entryPrice, instrument?.precision ?? 2)}
      value={<span className={`figure--${directionOf(net)}`}>{signed(net)}</span>}
      sub={shareOfMargin(net, position.margin)}
      direction={directionOf(net)}
      renderLink={(link) => <Link to={`/oversea/${position.overseaOptionId}`} {...link} />}
    />
  );
}

function CloseAll({ positions }: { readonly positions: readonly WireOverseaPosition[] }) {
  const words = useWords(overseaAccountWords);
  const { busy, closeAll } = useCloseAll(positions);
  return (
    <div className="position-others__all">
      <Button kind="tonal" size="medium" busy={busy} onPress={() => void closeAll()}>
        {words.closeAll(formatDecimal(String(positions.length)))}
      </Button>
    </div>
  );
}

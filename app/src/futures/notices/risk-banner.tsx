// Sits on the dock until the danger is over (design 18f).
import { formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { toDecimal } from '@maru/engine/amount';
import { lazy, Suspense, useState } from 'react';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { useHoldings } from '../account/use-holdings.ts';
import { useMarks } from '../account/use-marks.ts';
import { type RiskyPosition, riskiestOf } from './account-risk.ts';
import './risk-banner.css';

const MarginSheet = lazy(async () => ({
  default: (await import('../position/margin-sheet.tsx')).MarginSheet,
}));

interface Props {
  /** Leads to where something can be done about it, where margin cannot be added: a cross position has all there is. */
  readonly onOpen: () => void;
}

export function RiskBanner({ onOpen }: Props) {
  const account = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  const marks = useMarks(account.positions.map(({ stock }) => stock));
  const risky = riskiestOf(account, instruments, marks);
  const [addingTo, setAddingTo] = useState<number>();
  return (
    <>
      {risky !== undefined && (
        <Banner
          risky={risky}
          onPress={() => {
            if (risky.position.marginType === 'ISOLATED') setAddingTo(risky.position.id);
            else onOpen();
          }}
        />
      )}
      {/* Beside the banner: what is being typed stays when the danger is over. */}
      {addingTo !== undefined && <AddMargin positionId={addingTo} onClose={() => setAddingTo(undefined)} />}
    </>
  );
}

interface AddMarginProps {
  readonly positionId: number;
  readonly onClose: () => void;
}

function AddMargin({ positionId, onClose }: AddMarginProps) {
  const holding = useHoldings().holdings.find(({ position }) => position.id === positionId);
  if (holding?.instrument === undefined) return null;
  return (
    <Suspense>
      <MarginSheet open holding={holding} instrument={holding.instrument} onClose={onClose} />
    </Suspense>
  );
}

interface BannerProps {
  readonly risky: RiskyPosition;
  readonly onPress: () => void;
}

function Banner({ risky: { position, ratio, distance }, onPress }: BannerProps) {
  const words = useWords(futuresOrdersWords);
  const percent = (share: bigint) => `${formatPrice(toDecimal(share * 100n), 2)}%`;
  return (
    <section className="risk-banner" role="alert">
      <Icon name="warning" size={22} />
      <p className="risk-banner__words text-stack">
        <b>{words.risk(displayName(position.stock), words.shortSide[position.tradeType])}</b>
        <span className="text-micro">
          {distance === undefined ? (
            words.riskLine(percent(ratio))
          ) : (
            <>
              {words.untilLiquidation} <b className="risk-banner__distance figure">{percent(distance)}</b>
            </>
          )}
        </span>
      </p>
      <Button size="small" onPress={onPress}>
        {position.marginType === 'ISOLATED' ? words.addMargin : words.seePosition}
      </Button>
    </section>
  );
}

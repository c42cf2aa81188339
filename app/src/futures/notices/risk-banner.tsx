// Sits on the dock until the danger is over (design 18f).
import { formatPrice } from '@maru/client/format';
import { displayName } from '@maru/client/format-label';
import { toDecimal } from '@maru/engine/amount';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { useWords } from '../../text/language.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useFuturesAccount } from '../account/use-futures-account.ts';
import { useListedFutures } from '../account/use-futures-instruments.ts';
import { useMarks } from '../account/use-marks.ts';
import { riskiestOf } from './account-risk.ts';
import './risk-banner.css';

interface Props {
  /** Leads to where something can be done about it. */
  readonly onOpen: () => void;
}

export function RiskBanner({ onOpen }: Props) {
  const words = useWords(futuresOrdersWords);
  const account = useFuturesAccount();
  const { reply: instruments = [] } = useListedFutures();
  const marks = useMarks(account.positions.map(({ stock }) => stock));
  const risky = riskiestOf(account, instruments, marks);
  if (risky === undefined) return null;
  const { position, ratio, distance } = risky;
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
      <Button size="small" onPress={onOpen}>
        {words.seePosition}
      </Button>
    </section>
  );
}

// All open positions in a table, the one that is nearest to its liquidation first.
import { directionOf, formatMean, formatPrice } from '@maru/client/format';
import { formatCoinProfit, formatMoney, formatRoe } from '@maru/client/format-amount';
import { displayName } from '@maru/client/format-label';
import type { Rate } from '@maru/engine/amount';
import { toneClass } from '../../market/prices/tone-class.ts';
import { WhyValue } from '../../receipt/why-value.tsx';
import { WideList, WideTable } from '../../shell/layouts/wide-list.tsx';
import { futuresOrdersWords } from '../../text/futures-orders.ts';
import { futuresPositionWords } from '../../text/futures-position.ts';
import { futuresTradeWords } from '../../text/futures-trade.ts';
import { futuresWideWords } from '../../text/futures-wide.ts';
import { useWords } from '../../text/language.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { qtyTextOf, walletCurrency } from '../account/unit-words.ts';
import { type Holding, isAtRisk, useHoldings } from '../account/use-holdings.ts';
import { CloseInCopyTab } from '../copied/copy-banner.tsx';
import { type CopyBar, isClosedHere, useCopyBars } from '../copied/use-copy-bar.ts';
import type { WhyKind } from '../position/position-card.tsx';
import type { PositionSheet } from '../position/position-sheets.tsx';
import { shownDistance } from '../position/shown-distance.ts';
import { usePositionSheets } from '../position/use-position-sheets.tsx';

export function WidePositions() {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const wideText = useWords(futuresWideWords);
  const { accountFailed } = useWords(futuresOrdersWords);
  const { holdings, state, reload } = useHoldings();
  const { open, sheets } = usePositionSheets(holdings);
  const barOf = useCopyBars();
  // Profits of another wallet have their own unit in the row.
  const currencies = new Set(holdings.map(({ instrument }) => walletCurrency(instrument)));
  const [only] = currencies.size === 1 ? currencies : [];
  return (
    <>
      <WideList
        state={state}
        failure={{ title: accountFailed }}
        onRetry={reload}
        none={holdings.length === 0 ? `${trade.noPositions}. ${trade.noPositionsLead}` : undefined}
      >
        <WideTable
          className="futures-held futures-held--positions"
          columns={[
            wideText.instrument,
            words.qty,
            words.entry,
            words.mark,
            words.liquidation,
            wideText.distance,
            words.margin,
            words.unrealised(only ?? ''),
            words.roe,
          ]}
          actions={wideText.action}
        >
          <tbody>
            {holdings.map((holding) => (
              <Row
                key={holding.position.id}
                holding={holding}
                bar={barOf(holding.position)}
                isUnitShown={only === undefined}
                onOpen={(sheet) => open(sheet, holding.position.id)}
              />
            ))}
          </tbody>
        </WideTable>
      </WideList>
      {sheets}
    </>
  );
}

interface RowProps {
  readonly holding: Holding;
  /** Copy trading closes exits and closing to this member here. */
  readonly bar: CopyBar | undefined;
  readonly isUnitShown: boolean;
  readonly onOpen: (sheet: PositionSheet) => void;
}

function Row({ holding, bar, isUnitShown, onOpen }: RowProps) {
  const words = useWords(futuresPositionWords);
  const trade = useWords(futuresTradeWords);
  const { position, instrument, now } = holding;
  const { tradeType, marginType, leverage, stock } = position;
  const name = displayName(stock);
  const precision = instrument?.precision ?? 2;
  const currency = walletCurrency(instrument);
  const isNear = isAtRisk(holding);
  const why = (kind: WhyKind, shown: string) =>
    now === undefined ? (
      shown
    ) : (
      <WhyValue label={words.whyOf(words.why[kind], shown)} onPress={() => onOpen(`why-${kind}`)}>
        {shown}
      </WhyValue>
    );
  const act = (sheet: PositionSheet, word: string, isBright = false) => (
    <Button
      kind={isBright ? 'primary' : 'tonal'}
      size="small"
      label={`${name} ${word}`}
      onPress={() => onOpen(sheet)}
    >
      {word}
    </Button>
  );
  return (
    <tr>
      <td>
        <Badge tone={tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>{trade.shortSide[tradeType]}</Badge>{' '}
        <b className="figure">{name}</b>{' '}
        <span className="text-caption figure">
          {trade.marginType[marginType]} {trade.leverage(String(leverage))}
        </span>
      </td>
      <td className="figure">{qtyTextOf(position.qty, instrument)}</td>
      <td className="figure">{formatMean(position.entryPrice, precision)}</td>
      <td className="figure">{formatPrice(now?.mark, precision)}</td>
      <td className={isNear ? 'figure futures-held__near' : 'figure'}>
        {now?.liquidation === undefined
          ? words.never
          : why('liquidation', formatPrice(now.liquidation, precision))}
      </td>
      <td>
        <Distance distance={now?.distance} isNear={isNear} />
      </td>
      <td className="figure">{why('margin', formatMoney(now?.margin, currency).figure)}</td>
      <td className={`figure${toneClass(directionOf(now?.pnl))}`}>
        <b>{why('pnl', formatCoinProfit(now?.pnl))}</b>
        {isUnitShown && <span className="text-micro"> {currency}</span>}
      </td>
      <td className={`figure${toneClass(directionOf(now?.roe))}`}>
        <b>{formatRoe(now?.roe)}</b>
      </td>
      <td>
        {isClosedHere(bar) ? (
          <div className="futures-held__acts">
            {/* A trader may still give margin to a position. */}
            {bar === 'TRADER' && act('margin', words.margin)}
            <CloseInCopyTab bar={bar} size="small" />
          </div>
        ) : (
          <div className="futures-held__acts">
            {act('tpsl', words.tpsl)}
            {act('margin', words.margin)}
            {act('close', words.close, isNear)}
            <IconButton
              icon="dots"
              size={18}
              quiet
              label={words.moreOf(name)}
              onPress={() => onOpen('menu')}
            />
          </div>
        )}
      </td>
    </tr>
  );
}

function Distance({ distance, isNear }: { readonly distance: Rate | undefined; readonly isNear: boolean }) {
  const words = useWords(futuresPositionWords);
  if (distance === undefined) return words.never;
  const { share, text } = shownDistance(distance);
  return (
    <div className={isNear ? 'futures-held__distance futures-held__near' : 'futures-held__distance'}>
      <span className="futures-held__track" aria-hidden="true">
        <i style={{ width: `${share}%` }} />
      </span>
      <span className="figure">{text}</span>
    </div>
  );
}

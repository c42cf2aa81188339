// All open positions in a table, with what each would bring now after the fees.
import { directionOf, formatDecimal, formatMean, formatPrice, readableCode } from '@maru/client/format';
import type { WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { type Amount, amount, minus, sum, toDecimal, ZERO } from '@maru/engine/amount';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { nameOf } from '../../market/instruments/instrument-words.ts';
import { rowPaceOf } from '../../market/prices/paced-quote.ts';
import { useLiveTick } from '../../market/prices/use-live-tick.ts';
import { WidePanel } from '../../shell/layouts/wide-grid.tsx';
import { WideList, WideTable } from '../../shell/layouts/wide-list.tsx';
import { useLanguage, useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { overseaWideWords } from '../../text/oversea-wide.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Badge } from '../../ui/figures/badge.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { useOverseaAccount } from '../account/use-oversea-account.ts';
import { useWalletMoney } from '../account/wallet-money.ts';
import { type NetTexts, netNow } from '../position/contract-money.ts';
import { PositionActions } from '../position/position-dock.tsx';
import { useCloseAll } from '../position/use-close-all.ts';
import { usePositionOrders } from '../position/use-position-orders.ts';

const PositionPanel = lazy(async () => ({
  default: (await import('../position/position-panel.tsx')).PositionPanel,
}));

interface Props {
  /** The one of the page. */
  readonly instrument: WireOverseaOption;
  readonly instruments: readonly WireOverseaOption[];
}

export function WidePositions({ instrument, instruments }: Props) {
  const words = useWords(overseaAccountWords);
  const wideText = useWords(overseaWideWords);
  const { positions, state, reload } = useOverseaAccount();
  const { busy, closeAll } = useCloseAll(positions);
  const [nets, setNets] = useState<ReadonlyMap<number, NetTexts>>(new Map());
  const noteNet = useCallback(
    (id: number, net: NetTexts) => setNets((known) => new Map(known).set(id, net)),
    [],
  );
  return (
    <WidePanel
      label={wideText.positions}
      title={wideText.positions}
      count={positions.length}
      end={
        positions.length > 1 && (
          <Button kind="tonal" size="small" busy={busy} onPress={() => void closeAll()}>
            {wideText.closeAll}
          </Button>
        )
      }
    >
      <div className="wide-panel__scroller">
        <WideList
          state={state}
          failure={{ title: words.accountFailed }}
          onRetry={reload}
          none={positions.length === 0 ? `${words.noPosition}. ${words.noPositionLead}` : undefined}
        >
          <WideTable
            columns={[
              words.instrument,
              wideText.entryToNow,
              words.gross,
              words.commission,
              words.netIfClosed,
            ]}
            actions={wideText.action}
          >
            <tbody>
              {positions.map((position) => (
                <Row
                  key={position.id}
                  position={position}
                  instrument={instruments.find(({ id }) => id === position.overseaOptionId)}
                  isCurrent={position.overseaOptionId === instrument.id}
                  onNet={noteNet}
                />
              ))}
            </tbody>
            {positions.length > 1 && (
              <Total instrument={instrument} nets={positions.map(({ id }) => nets.get(id))} />
            )}
          </WideTable>
        </WideList>
      </div>
    </WidePanel>
  );
}

interface RowProps {
  readonly position: WireOverseaPosition;
  readonly instrument: WireOverseaOption | undefined;
  readonly isCurrent: boolean;
  /** Each row follows the prices of its own instrument; the sum below takes its figures from the rows. */
  readonly onNet: (position: number, net: NetTexts) => void;
}

function Row({ position, instrument, isCurrent, onNet }: RowProps) {
  const words = useWords(overseaAccountWords);
  const wideText = useWords(overseaWideWords);
  const { language } = useLanguage();
  const { signedFigure } = useWalletMoney(instrument);
  const orders = usePositionOrders(instrument, position);
  const tick = useLiveTick(position.stock, rowPaceOf(position.stock));
  const [isOpen, setOpen] = useState(false);
  const now = instrument && netNow(instrument, position, tick);
  const { gross, fees, net } = now ?? {};
  useEffect(() => {
    if (gross !== undefined && fees !== undefined && net !== undefined)
      onNet(position.id, { gross, fees, net });
  }, [onNet, position.id, gross, fees, net]);
  const precision = instrument?.precision ?? 2;
  const name = instrument ? nameOf(instrument, language) : readableCode(position.stock);
  const contracts = words.contracts(formatDecimal(String(position.qty)));
  return (
    <tr>
      <td>
        <Badge tone={position.tradeType === 'LONG' ? 'solid-up' : 'solid-down'}>{orders.side}</Badge>{' '}
        {instrument ? (
          <button
            type="button"
            className="oversea-wide__position"
            aria-label={wideText.detailOf(`${name} ${contracts}`)}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <b>{name}</b> <span className="text-caption figure">{contracts}</span>
          </button>
        ) : (
          <b>{name}</b>
        )}
        {instrument && (
          <Detail instrument={instrument} position={position} open={isOpen} onClose={() => setOpen(false)} />
        )}
      </td>
      <td className="figure">
        <span className="oversea-wide__entry">{formatMean(position.entryPrice, precision)}</span> →{' '}
        {formatPrice(tick?.last ?? instrument?.lastPrice ?? undefined, precision)}
      </td>
      <td className="figure oversea-wide__quiet">{signedFigure(gross)}</td>
      <td className="figure oversea-wide__quiet">{signedFigure(fees && `-${fees}`)}</td>
      <td className={`figure oversea-wide__net figure--${directionOf(now?.net)}`}>
        {signedFigure(now?.net)}
      </td>
      <td>
        <Button
          kind={isCurrent ? 'primary' : 'tonal'}
          size="small"
          busy={orders.isSending}
          busyLabel={orders.isChecking ? words.checking : undefined}
          label={wideText.closeOf(`${name} ${contracts}`)}
          onPress={() => void orders.close()}
        >
          {words.closeDo}
        </Button>
      </td>
    </tr>
  );
}

interface DetailProps {
  readonly instrument: WireOverseaOption;
  readonly position: WireOverseaPosition;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Exits, overnight, reversing and closing a part, as on the phone's page of a position. */
function Detail({ instrument, position, open, onClose }: DetailProps) {
  const words = useWords(overseaAccountWords);
  const wideText = useWords(overseaWideWords);
  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={wideText.positions}
      closeLabel={words.close}
      action={<PositionActions instrument={instrument} position={position} />}
      bleeds
    >
      <Suspense fallback={<SkeletonRows count={3} figures />}>
        {open && <PositionPanel instrument={instrument} isAlone />}
      </Suspense>
    </BottomSheet>
  );
}

/** The sum of the rows, once each of them is known. */
function Total({
  instrument,
  nets,
}: {
  readonly instrument: WireOverseaOption;
  readonly nets: readonly (NetTexts | undefined)[];
}) {
  const wideText = useWords(overseaWideWords);
  const { signed, signedFigure } = useWalletMoney(instrument);
  const known = nets.filter((each) => each !== undefined);
  const sumOf = (part: keyof NetTexts) =>
    known.length === nets.length ? sum(known.map((each) => amount(each[part]))) : undefined;
  const textOf = (units: Amount | undefined) => (units === undefined ? undefined : toDecimal(units));
  const net = textOf(sumOf('net'));
  const fees = sumOf('fees');
  return (
    <tfoot>
      <tr>
        <td className="text-caption">{wideText.total}</td>
        <td />
        <td className="figure oversea-wide__quiet">{signedFigure(textOf(sumOf('gross')))}</td>
        <td className="figure oversea-wide__quiet">{signedFigure(textOf(fees && minus(ZERO, fees)))}</td>
        <td className={`figure oversea-wide__net figure--${directionOf(net)}`}>{signed(net)}</td>
        <td />
      </tr>
    </tfoot>
  );
}

import { useMoneyText } from '../../shell/money-text.ts';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';
import { Gauge } from '../../ui/figures/gauge.tsx';
import './equity-bar.css';
import { equityRoom } from './equity-room.ts';
import { useOverseaAccount } from './use-oversea-account.ts';

/** The equity of the whole account, and its loss-cut level. */
export function EquityBar({ currency }: { readonly currency: string }) {
  const words = useWords(overseaAccountWords);
  const { money } = useMoneyText(currency);
  const { cross } = useOverseaAccount();
  const room = cross && equityRoom(cross);
  const percent = room ? `${room.room}%` : '–';
  return (
    <section className="equity-bar" aria-label={words.equity}>
      <p className="equity-bar__head">
        <b>{words.equity}</b>
        <b className="text-strong figure">{cross ? money(cross.equity) : words.equityUnknown}</b>
      </p>
      {cross ? (
        <Gauge
          label={words.room}
          share={room?.room ?? 100}
          danger={room?.danger ?? 0}
          valueText={words.roomText(percent, money(cross.losscut))}
        />
      ) : (
        // A full gauge would suggest a safe account before its equity is known.
        <div className="gauge" aria-hidden="true" />
      )}
      <p className="equity-bar__foot text-micro">
        <span className="equity-bar__level figure">{cross && words.lossCutAt(money(cross.losscut))}</span>
        <span>
          {words.room} <b className="figure">{percent}</b>
        </span>
      </p>
    </section>
  );
}

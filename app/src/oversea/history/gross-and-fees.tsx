// The parts of a net profit in one line: the price result, and the fees of entry and exit.
import { formatSignedMoney } from '@maru/client/format-amount';
import { useWords } from '../../text/language.tsx';
import { overseaAccountWords } from '../../text/oversea-account.ts';

interface Props {
  /** Undefined while no price is known. */
  readonly gross: string | undefined;
  /** As an amount that is paid: never negative. */
  readonly fees: string | undefined;
  readonly currency: string;
}

export function GrossAndFees({ gross, fees, currency }: Props) {
  const words = useWords(overseaAccountWords);
  const signed = (text: string | undefined) => formatSignedMoney(text, currency).figure;
  return (
    <span className="figure">
      {words.gross} {signed(gross)} · {words.commission} {signed(fees && `-${fees}`)}
    </span>
  );
}

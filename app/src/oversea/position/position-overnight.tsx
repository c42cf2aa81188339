// Holding a position over the end of its trade date: the required margin, and why it cannot be switched now.

import { formatClock } from '@maru/client/format-date';
import { setOvernight, type WireOverseaPosition } from '@maru/contract/oversea/calls';
import type { WireOverseaOption } from '@maru/contract/oversea/instruments';
import { amount, toDecimal } from '@maru/engine/amount';
import { SESSION_LEADS } from '@maru/engine/oversea/session-phase';
import { NEVER } from '@maru/engine/oversea/terms';
import { useId } from 'react';
import { useCall } from '../../shell/connection/use-call.ts';
import { useServerSecond } from '../../shell/connection/use-server-second.ts';
import { useAlerts } from '../../shell/messages/alert.tsx';
import { useWords } from '../../text/language.tsx';
import { type OverseaAccountWords, overseaAccountWords } from '../../text/oversea-account.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { useWalletMoney } from '../account/wallet-money.ts';
import './position-overnight.css';
import { useOverseaAccount } from '../account/use-oversea-account.ts';

interface Props {
  readonly instrument: WireOverseaOption;
  readonly position: WireOverseaPosition;
}

export function PositionOvernight({ instrument, position }: Props) {
  const words = useWords(overseaAccountWords);
  const { terms } = instrument;
  const { money } = useWalletMoney(instrument);
  const { cross, reload } = useOverseaAccount();
  const { show } = useAlerts();
  const { busy, send } = useCall(setOvernight);
  const now = useServerSecond();
  const id = useId();
  // An instrument that never closes needs no switch: its positions are always held.
  if (terms === null || terms.session?.endsMillis === NEVER) return null;
  const needed = amount(terms.overnightMargin) * BigInt(position.qty);
  const missing = cross === undefined ? 0n : needed - amount(cross.equity);
  const hindrance = hindranceOf(terms.session, now, words);
  const endsAt = terms.session?.endsMillis ?? terms.tradeDay?.stretches.at(-1)?.closesMillis;

  async function change(isActive: boolean) {
    const outcome = await send({ body: { overseaPositionId: position.id, isActive } });
    if (outcome !== undefined && !outcome.ok) show(outcome.message);
    reload();
  }

  return (
    <div className="position-overnight">
      <div className="position-overnight__words text-micro text-stack">
        <b>{words.overnight}</b>
        <span id={id}>
          {hindrance ?? words.overnightNeeds(formatClock(endsAt), money(toDecimal(needed)))}
        </span>
        {position.isOvernight && missing > 0n && (
          <span className="position-overnight__short">{words.overnightShort(money(toDecimal(missing)))}</span>
        )}
      </div>
      <Switch
        label={words.overnight}
        checked={position.isOvernight}
        describedBy={id}
        disabled={busy || (hindrance !== undefined && !position.isOvernight)}
        onChange={(isActive) => void change(isActive)}
      />
    </div>
  );
}

type Session = NonNullable<WireOverseaOption['terms']>['session'];

/** Why it cannot be switched on now; the server decides. */
function hindranceOf(session: Session, now: number, words: OverseaAccountWords): string | undefined {
  if (session === null) return words.overnightClosed;
  if (session.isLastTradingDay) return words.overnightLastDay;
  if (now >= session.endsMillis - SESSION_LEADS.REDUCE_ONLY) return words.overnightTooLate;
  return undefined;
}

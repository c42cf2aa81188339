// What is said when somebody taps a market that rests today (spec 5), with the one thing they want to know.
import { type ReactNode, useCallback, useState } from 'react';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Instrument } from '../instruments/instrument-order.ts';
import { nameOf, openingDate } from '../instruments/instrument-words.ts';
import './rest-alert.css';

export interface RestAlert {
  say(instrument: Instrument): void;
  /** Stands once on the screen. */
  readonly alert: ReactNode;
}

export function useRestAlert(): RestAlert {
  const { text, language } = useLanguage();
  const marketText = useWords(marketWords);
  const [said, setSaid] = useState<{ readonly instrument: Instrument; readonly open: boolean }>();
  const say = useCallback((instrument: Instrument) => setSaid({ instrument, open: true }), []);
  const opensAt = said?.instrument.nextOpenMillis ?? null;
  return {
    say,
    alert: (
      <Dialog
        open={said?.open ?? false}
        title={text.shell.alert}
        // The words stay while the dialog leaves.
        message={said ? marketText.restAlert(nameOf(said.instrument, language)) : ''}
        safe={text.shell.confirm}
        onSafe={() => setSaid((before) => before && { ...before, open: false })}
      >
        {opensAt !== null && (
          <dl className="rest-alert">
            <dt>{marketText.nextOpening}</dt>
            <dd className="figure">{openingDate(opensAt, language)}</dd>
          </dl>
        )}
      </Dialog>
    ),
  };
}

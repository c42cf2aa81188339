// The alert after a tap on a market that rests today (spec 5), with the time at which it opens.
import { useCallback, useState } from 'react';
import { useLanguage, useWords } from '../../text/language.tsx';
import { marketWords } from '../../text/market.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Instrument } from '../instruments/instrument-order.ts';
import { nameOf, openingDate } from '../instruments/instrument-words.ts';
import './rest-alert.css';

/** The alert is to be rendered once on the screen. */
export function useRestAlert() {
  const { text, language } = useLanguage();
  const marketText = useWords(marketWords);
  const [asked, setAsked] = useState<{ readonly instrument: Instrument; readonly open: boolean }>();
  const showRest = useCallback((instrument: Instrument) => setAsked({ instrument, open: true }), []);
  const opensAt = asked?.instrument.nextOpenMillis ?? null;
  return {
    showRest,
    alert: (
      <Dialog
        open={asked?.open ?? false}
        title={text.shell.alert}
        // The text stays while the dialog closes.
        message={asked ? marketText.restAlert(nameOf(asked.instrument, language)) : ''}
        safe={text.shell.confirm}
        onSafe={() => setAsked((before) => before && { ...before, open: false })}
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

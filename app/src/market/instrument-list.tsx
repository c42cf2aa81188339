import { useEffect, useId, useState } from 'react';
import { usePlatform, useWatched } from '../shell/platform.tsx';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/button.tsx';
import './instrument-list.css';
import { InstrumentRow } from './instrument-row.tsx';
import { createInstruments, type Group } from './instruments.ts';

export function InstrumentList() {
  const { call, realtime, prices, timers } = usePlatform();
  const [instruments] = useState(() => createInstruments({ call, realtime, prices, timers }));
  useEffect(() => instruments.start(), [instruments]);
  const state = useWatched(instruments.state);
  const text = useText();

  return (
    <section className="market" aria-label={text.market.market} aria-busy={state.kind === 'loading'}>
      {state.kind === 'loading' && <Skeleton />}
      {state.kind === 'failed' && (
        <div className="market__state" role="alert">
          <FloorLine broken />
          <h2>{text.market.marketFailed}</h2>
          <p>{state.message}</p>
          <Button kind="tonal" size="medium" onPress={() => void instruments.load()}>
            {text.shell.retry}
          </Button>
        </div>
      )}
      {state.kind === 'ready' && state.groups.length === 0 && (
        <div className="market__state">
          <FloorLine />
          <h2>{text.market.marketEmpty}</h2>
          <p>{text.market.marketEmptyLead}</p>
        </div>
      )}
      {state.kind === 'ready' && state.groups.map((group) => <GroupOfRows key={group.kind} group={group} />)}
    </section>
  );
}

function GroupOfRows({ group }: { readonly group: Group }) {
  const { prices } = usePlatform();
  const text = useText();
  const id = useId();
  return (
    <>
      <h2 id={id} className="market__group">
        {text.market[group.kind]}
      </h2>
      <ul aria-labelledby={id}>
        {group.instruments.map((instrument) => (
          <InstrumentRow key={instrument.stock} instrument={instrument} prices={prices} />
        ))}
      </ul>
    </>
  );
}

const ROWS_ON_A_SCREEN = [1, 2, 3, 4, 5, 6, 7];

/** The same boxes as the rows that will follow, so nothing jumps. */
function Skeleton() {
  const text = useText();
  return (
    <div role="status">
      <span className="unseen">{text.shell.loading}</span>
      <div className="market__group">
        <div className="skeleton market__bone" />
      </div>
      {ROWS_ON_A_SCREEN.map((row) => (
        <div key={row} className="row">
          <span className="skeleton row__tile" />
          <span className="row__names">
            <span className="skeleton market__bone" />
          </span>
          <span className="skeleton market__bone" />
        </div>
      ))}
    </div>
  );
}

/** A dotted ridge with the brass dot where nothing is yet, a broken one where something failed. */
function FloorLine({ broken = false }: { readonly broken?: boolean }) {
  return (
    <svg width="160" height="72" viewBox="0 0 160 72" fill="none" aria-hidden="true">
      {broken ? (
        <path
          d="M4 60c22 0 26-34 48-34 10 0 15 6 19 12M90 34c5-6 11-8 17-8 20 0 25 34 49 34"
          stroke="var(--tx3)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      ) : (
        <>
          <path
            d="M4 60c30 0 40-40 76-40s46 40 76 40"
            stroke="var(--tx3)"
            strokeWidth="2"
            strokeDasharray="1 6"
            strokeLinecap="round"
          />
          <circle cx="80" cy="20" r="5" fill="var(--brass-fill)" />
        </>
      )}
    </svg>
  );
}

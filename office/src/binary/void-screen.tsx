// Voiding a round (two people): the recorded prices with their gap, what the void would move, and who decides it.
import type { ReceivedReply } from '@maru/client/call';
import { officeRound, voidEffect } from '@maru/contract/binary/office';
import { useState } from 'react';
import { money } from '../control/figures.ts';
import { Button } from '../parts/button.tsx';
import { Chips, Facts, Notice, Tag } from '../parts/facts.tsx';
import { TextArea } from '../parts/form.tsx';
import { minuteOf, spanOf, timeOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { Panel } from '../parts/panel.tsx';
import { useOffice, useWatched } from '../shell/office-context.tsx';
import { queryOf } from '../shell/place.ts';
import { useRead } from '../shell/use-read.ts';
import { offerText, words } from '../text/binary.ts';
import { Approval } from './approval.tsx';
import { VoidEffect } from './void-effect.tsx';
import './void-screen.css';

const text = words.void;
const READ_EVERY_MS = 5_000;
/** As many as the call gives, for the file. */
const MOST_ROWS = '1000';

export type RoundSeen = ReceivedReply<typeof officeRound>;

export function Screen() {
  const { place, timers } = useOffice();
  const id = queryOf(useWatched(place.at)).get('id') ?? '';
  const query = /^\d{1,16}$/.test(id) ? { tradeRoundId: id } : null;
  const round = useRead(officeRound, query, { everyMs: READ_EVERY_MS });
  const effect = useRead(voidEffect, query && { ...query, size: MOST_ROWS }, { everyMs: READ_EVERY_MS });
  const [reason, setReason] = useState('');
  const seen = round.data;
  const request = seen?.request?.withdrawnBy === null ? seen.request : null;
  return (
    <Page
      title={text.title}
      badge={<Tag tone="warn">{text.two}</Tag>}
      tools={
        <Button size="small" icon="back" onPress={() => place.go('/rounds')}>
          {text.back}
        </Button>
      }
    >
      {round.fault !== undefined && <Notice tone="danger">{round.fault.message}</Notice>}
      {seen !== undefined && (
        <div className="void-board">
          <Panel
            title={`${seen.round.stock} · ${offerText(seen.round.type)}`}
            aside={seen.round.status === 0 ? text.notPaid : text.paid}
          >
            <p className="void-board__no">{words.rounds.no(seen.round.no)}</p>
            <p className="market-board__quiet">
              {minuteOf(seen.round.openMillis)} – {timeOf(seen.round.closeMillis)}
            </p>
            <Prices seen={seen} />
            <Facts
              facts={[
                {
                  label: words.rounds.prices,
                  value: `${seen.round.openPrice === null ? '–' : money(seen.round.openPrice)} → ${
                    seen.round.closePrice === null ? '–' : money(seen.round.closePrice)
                  }`,
                },
                { label: words.rounds.result, value: words.rounds.results[seen.round.status] },
                { label: text.ticks, value: seen.tickCount },
                ...(effect.data?.untilMillis == null
                  ? []
                  : [
                      {
                        label: text.until,
                        value: text.left(spanOf(effect.data.untilMillis - timers.now())),
                        tone: 'brass' as const,
                      },
                    ]),
              ]}
            />
            <h3 className="drawer-section__title">{text.reason}</h3>
            {request === null ? (
              <>
                <Chips
                  label={text.reason}
                  value={text.templates.find((each) => each.text === reason && reason !== '')?.name ?? ''}
                  choices={text.templates.map(({ name }) => ({ value: name, label: name }))}
                  onChange={(name) =>
                    setReason(text.templates.find((each) => each.name === name)?.text ?? '')
                  }
                />
                <TextArea
                  label={text.message}
                  value={reason}
                  maxLength={200}
                  hint={text.public}
                  onChange={setReason}
                />
              </>
            ) : (
              <>
                <p>{request.reason}</p>
                <p className="market-board__quiet">{text.public}</p>
              </>
            )}
          </Panel>
          <Panel title={text.effect} aside={text.note} fills>
            <VoidEffect effect={effect.data} name={`void-${seen.round.id}`} />
            <Notice>
              <b>{text.letter}</b>
              <br />
              {text.letterText(
                `${seen.round.stock} ${seen.round.type} ${words.rounds.no(seen.round.no)}`,
                request?.reason ?? reason,
              )}
            </Notice>
          </Panel>
          <Approval
            key={request?.id ?? 0}
            seen={seen}
            effect={effect.data}
            reason={reason.trim()}
            onChanged={() => {
              void round.reload();
              void effect.reload();
            }}
          />
        </div>
      )}
    </Page>
  );
}

const WIDTH = 400;
const HEIGHT = 140;

/** The recorded prices over the time of the round; a stretch without any is marked. */
function Prices({ seen: { round, ticks, gaps } }: { readonly seen: RoundSeen }) {
  if (ticks.length === 0) return null;
  const from = Math.min(round.openMillis, ticks[0]?.atMillis ?? round.openMillis);
  const span = Math.max(1, round.closeMillis - from);
  const prices = ticks.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const x = (at: number): number => ((at - from) / span) * WIDTH;
  const y = (price: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 10 - ((price - low) / (high - low)) * (HEIGHT - 20);
  const isAfterGap = (at: number): boolean => gaps.some(({ toMillis }) => toMillis === at);
  const path = ticks
    .map(
      ({ atMillis, price }, place) =>
        `${place === 0 || isAfterGap(atMillis) ? 'M' : 'L'}${x(atMillis).toFixed(1)} ${y(Number(price)).toFixed(1)}`,
    )
    .join('');
  return (
    <figure className="void-prices">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
        width="100%"
        role="img"
        aria-label={text.chart}
      >
        {gaps.map(({ fromMillis, toMillis }) => (
          <rect
            key={fromMillis}
            className="void-prices__gap"
            x={x(fromMillis)}
            width={x(toMillis) - x(fromMillis)}
            height={HEIGHT}
          />
        ))}
        <path className="void-prices__line" d={path} />
      </svg>
      <figcaption className="void-prices__words">
        <span>{timeOf(round.openMillis)}</span>
        <span className="tone--danger">
          {gaps.map((gap) => text.gap(((gap.toMillis - gap.fromMillis) / 1_000).toFixed(1))).join(' · ')}
        </span>
        <span>{timeOf(round.closeMillis)}</span>
      </figcaption>
    </figure>
  );
}

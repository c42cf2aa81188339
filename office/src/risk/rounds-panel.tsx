// The rounds that may cost the most: stakes of both sides, the largest payment, and how far they lean.
import type { ReceivedReply } from '@maru/client/call';
import type { riskExposure } from '@maru/contract/risk/exposure';
import { Button } from '../parts/button.tsx';
import { Facts } from '../parts/facts.tsx';
import { timeOf } from '../parts/moments.ts';
import { Panel } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { words } from '../text/risk.ts';
import { amountText, wonText } from './won.ts';

type Exposure = ReceivedReply<typeof riskExposure>;
type Round = Exposure['rounds'][number];

const MOST = 3;

export function RoundsPanel({ rounds, limits }: Pick<Exposure, 'rounds' | 'limits'>) {
  const { place } = useOffice();
  return (
    <Panel title={words.rounds} aside={rounds[0] === undefined ? undefined : timeOf(rounds[0].closesMillis)}>
      {rounds.length === 0 && <p className="risk-empty">{words.noRounds}</p>}
      {rounds.slice(0, MOST).map((round) => (
        <section key={round.roundId} className="risk-round">
          <p className="risk-quiet">
            {words.roundName(round.code, round.type)} · {words.players(round.players)}
          </p>
          <Sides round={round} />
          <Facts
            facts={[
              { label: words.payoutMost, value: amountText(round.payoutMost) },
              { label: words.lossMost, value: wonText(round.lossMost) },
              {
                label: words.skewLimit,
                value: `${round.skewPercent ?? '-'} / ${limits.roundSkew}%`,
                tone: Number(round.skewPercent ?? 0) >= Number(limits.roundSkew) ? 'warn' : 'plain',
              },
            ]}
          />
          <Button
            size="small"
            kind="quiet"
            label={`${words.roundName(round.code, round.type)} ${words.roundMembers}`}
            onPress={() => place.go(`/rounds/void?id=${round.roundId}`)}
          >
            {words.roundMembers}
          </Button>
        </section>
      ))}
    </Panel>
  );
}

function Sides({ round: { up, down } }: { readonly round: Round }) {
  if (up === null || down === null) return null;
  const all = Number(up) + Number(down);
  const share = all === 0 ? 50 : Math.round((Number(up) / all) * 100);
  return (
    <>
      <svg className="round-sides" width="100%" height="10" aria-hidden="true">
        <rect className="round-sides__up" width={`${share}%`} height="10" rx="4" />
        <rect className="round-sides__down" x={`${share}%`} width={`${100 - share}%`} height="10" rx="4" />
      </svg>
      <p className="risk-round__sides figure">
        <span>
          <b className="tone--up">
            {words.up} {share}%
          </b>
          <br />
          {amountText(up)}
        </span>
        <span>
          <b className="tone--down">
            {words.down} {100 - share}%
          </b>
          <br />
          {amountText(down)}
        </span>
      </p>
    </>
  );
}

import { formatPrice } from '@maru/client/format';
import { Badge } from '../ui/figures/badge.tsx';
import { CountBadge, UnreadDot } from '../ui/figures/count-badge.tsx';
import { Gauge } from '../ui/figures/gauge.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { StepDots } from '../ui/figures/step-dots.tsx';
import { Card } from '../ui/layout/card.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Ladder, LadderMid, LadderRow } from '../ui/rows/ladder-row.tsx';
import { Timeline } from '../ui/rows/timeline.tsx';
import { Bullets, Note } from '../ui/states/note.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

const HASH = '9f2c41aa7be0d3358c1e5f60b7a4923de81f0c6672bb49d5a30e7f18c4d96b25';
const nothing = () => {};

export function Facts() {
  const { sections, steps } = useWords();
  return (
    <>
      <Badges />
      <Gauges />
      <Book />
      <Cards />
      <History />
      <Exhibit title={sections.hash}>
        <HashText value={HASH} />
        <HashText value={HASH} whole />
      </Exhibit>
      <Exhibit title={sections.steps} layout="bleed">
        <StepDots label={steps.label} count={3} current={2} />
      </Exhibit>
    </>
  );
}

function Badges() {
  const { badges, buttons, rows, sections } = useWords();
  return (
    <Exhibit title={sections.badges} layout="line">
      <Badge>{rows.rest}</Badge>
      <Badge tone="up">{buttons.buy}</Badge>
      <Badge tone="down">{buttons.sell}</Badge>
      <Badge tone="solid-up">{badges.long}</Badge>
      <Badge tone="solid-down">{badges.short}</Badge>
      <Badge tone="brass">{badges.checking}</Badge>
      <Badge tone="warn">{badges.high}</Badge>
      <Badge tone="danger">{badges.otherName}</Badge>
      <CountBadge count={120} flat />
      <CountBadge count={8} />
      <UnreadDot />
    </Exhibit>
  );
}

function Gauges() {
  const { gauges, sections } = useWords();
  const shown = [
    { share: 81, text: gauges.calm, tone: '--tx1' },
    { share: 34, text: gauges.warn, tone: '--warn' },
    { share: 8, text: gauges.danger, tone: '--danger' },
  ];
  return (
    <Exhibit title={sections.gauges}>
      {shown.map(({ share, text, tone }) => (
        <div key={share} className="gallery__measured">
          <Gauge label={gauges.margin} share={share} danger={16} valueText={text} />
          <b style={{ color: `var(${tone})` }}>{text}</b>
        </div>
      ))}
      <Gauge label={gauges.margin} share={60} size={6} />
    </Exhibit>
  );
}

const price = (text: string) => formatPrice(text, 2);

function Book() {
  const { ladder, sections } = useWords();
  return (
    <Exhibit title={sections.ladder}>
      <div className="gallery__ladder">
        <Ladder label={ladder.label}>
          <LadderRow side="ask" price={price('25413.5')} size="12" depth={0.8} onPress={nothing} />
          <LadderRow side="ask" price={price('25413.25')} size="4" depth={0.3} mine onPress={nothing} />
          <LadderRow side="ask" price={price('25413')} size="7" depth={0.5} onPress={nothing} />
          <LadderMid price={price('25412.75')} direction="up" />
          <LadderRow side="bid" price={price('25412.5')} size="9" depth={0.6} onPress={nothing} />
          <LadderRow side="bid" price={price('25412.25')} size="15" depth={1} mine onPress={nothing} />
          <LadderRow side="bid" price={price('25412')} size="2" depth={0.1} />
        </Ladder>
      </div>
    </Exhibit>
  );
}

function Cards() {
  const { cards, sections } = useWords();
  const facts = (
    <>
      <KeyValue name={cards.margin}>{formatPrice('2541275', 0)}</KeyValue>
      <KeyValue name={cards.fee}>{formatPrice('3500', 0)}</KeyValue>
      <KeyValue name={cards.total} strong>
        {formatPrice('2544775', 0)}
      </KeyValue>
    </>
  );
  return (
    <Exhibit title={sections.cards}>
      <Card>
        <KeyValueList>{facts}</KeyValueList>
        <Note raised>{cards.note}</Note>
      </Card>
      <KeyValueList framed>{facts}</KeyValueList>
      <Note>{cards.note}</Note>
      <Note tone="warn">{cards.warn}</Note>
      <Note tone="danger">{cards.danger}</Note>
      <Bullets>
        <li>{cards.bullet1}</li>
        <li>{cards.bullet2}</li>
      </Bullets>
    </Exhibit>
  );
}

function History() {
  const { timeline, sections } = useWords();
  return (
    <Exhibit title={sections.timeline}>
      <Timeline
        label={timeline.label}
        steps={[
          { key: 'asked', title: timeline.asked, time: '21:10', text: timeline.askedLine, state: 'done' },
          { key: 'late', title: timeline.late, time: '21:40', state: 'warn' },
          { key: 'refused', title: timeline.refused, time: '21:52', state: 'danger' },
          { key: 'checking', title: timeline.checking, time: '22:10', state: 'now' },
          { key: 'sent', title: timeline.sent, state: 'waiting' },
        ]}
      />
    </Exhibit>
  );
}

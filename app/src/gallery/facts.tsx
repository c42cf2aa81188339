import { formatPrice } from '@maru/client/format';
import { Badge } from '../ui/figures/badge.tsx';
import { CountBadge } from '../ui/figures/count-badge.tsx';
import { Gauge } from '../ui/figures/gauge.tsx';
import { HashText } from '../ui/figures/hash-text.tsx';
import { StepDots } from '../ui/figures/step-dots.tsx';
import { Card } from '../ui/layout/card.tsx';
import { KeyValue, KeyValueList } from '../ui/rows/key-value.tsx';
import { Ladder, LadderMid, LadderRow } from '../ui/rows/ladder-row.tsx';
import { Timeline } from '../ui/rows/timeline.tsx';
import { Note } from '../ui/states/note.tsx';
import { Exhibit } from './exhibit.tsx';

const HASH = '9f2c41aa7be0d3358c1e5f60b7a4923de81f0c6672bb49d5a30e7f18c4d96b25';
const nothing = () => {};

export function Facts() {
  return (
    <>
      <Badges />
      <Gauges />
      <Book />
      <Cards />
      <History />
      <Exhibit title="해시">
        <HashText value={HASH} />
        <HashText value={HASH} whole />
      </Exhibit>
      <Exhibit title="단계" layout="bleed">
        <StepDots label="회원가입 3단계 중 2단계" count={3} current={2} />
      </Exhibit>
    </>
  );
}

function Badges() {
  return (
    <Exhibit title="배지" layout="line">
      <Badge>휴장</Badge>
      <Badge tone="up">매수</Badge>
      <Badge tone="down">매도</Badge>
      <Badge tone="solid-up">롱</Badge>
      <Badge tone="solid-down">숏</Badge>
      <Badge tone="brass">확인 중</Badge>
      <Badge tone="warn">고액</Badge>
      <Badge tone="danger">이름 다름</Badge>
      <CountBadge count={120} flat />
      <CountBadge count={8} />
    </Exhibit>
  );
}

function Gauges() {
  const shown = [
    { share: 81, text: '여유 81%', tone: '--tx1' },
    { share: 34, text: '주의 34%', tone: '--warn' },
    { share: 8, text: '위험 8%', tone: '--danger' },
  ];
  return (
    <Exhibit title="게이지">
      {shown.map(({ share, text, tone }) => (
        <div key={share} className="gallery__measured">
          <Gauge label="여유" share={share} danger={16} valueText={text} />
          <b style={{ color: `var(${tone})` }}>{text}</b>
        </div>
      ))}
      <Gauge label="여유" share={60} size={6} />
    </Exhibit>
  );
}

const price = (text: string) => formatPrice(text, 2);

function Book() {
  return (
    <Exhibit title="호가">
      <div className="gallery__ladder">
        <Ladder label="호가">
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
  const facts = (
    <>
      <KeyValue name="필요 증거금">{formatPrice('2541275', 0)}</KeyValue>
      <KeyValue name="수수료">{formatPrice('3500', 0)}</KeyValue>
      <KeyValue name="합계" strong>
        {formatPrice('2544775', 0)}
      </KeyValue>
    </>
  );
  return (
    <Exhibit title="카드 · 값 · 안내">
      <Card>
        <KeyValueList>{facts}</KeyValueList>
        <Note raised>입금 확인까지 10분쯤 걸립니다.</Note>
      </Card>
      <KeyValueList framed>{facts}</KeyValueList>
      <Note>입금 확인까지 10분쯤 걸립니다.</Note>
      <Note tone="warn">레버리지가 높을수록 청산가가 가까워집니다.</Note>
      <Note tone="danger">지금 청산되면 증거금을 모두 잃습니다.</Note>
    </Exhibit>
  );
}

function History() {
  return (
    <Exhibit title="진행">
      <Timeline
        label="출금 진행"
        steps={[
          { key: 'asked', title: '신청', time: '21:10', text: '1,000,000원', state: 'done' },
          { key: 'late', title: '지연', time: '21:40', state: 'warn' },
          { key: 'refused', title: '거절', time: '21:52', state: 'danger' },
          { key: 'checking', title: '확인 중', time: '22:10', state: 'now' },
          { key: 'sent', title: '송금', state: 'waiting' },
        ]}
      />
    </Exhibit>
  );
}

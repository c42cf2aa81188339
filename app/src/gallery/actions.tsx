import { formatPrice } from '@maru/client/format';
import { useState } from 'react';
import { Button, IconButton, textLinkClass } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { DirectionPair } from '../ui/buttons/direction-pair.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { TabLinks, TabPanel, Tabs, tabLinkClass } from '../ui/layout/tabs.tsx';
import { Exhibit } from './exhibit.tsx';

const ask = formatPrice('25413', 2);
const bid = formatPrice('25412.5', 2);
const nothing = () => {};

export const Actions = ({ id }: { readonly id: string }) => (
  <>
    <Buttons />
    <Directions />
    <Chips />
    <Segments />
    <TabKinds id={id} />
  </>
);

function Buttons() {
  return (
    <Exhibit title="버튼">
      <div className="gallery__pair">
        <Button>입금 신청</Button>
        <Button kind="tonal">취소</Button>
        <Button kind="up" figure={ask}>
          매수
        </Button>
        <Button kind="down" figure={bid}>
          매도
        </Button>
        <Button kind="line" size="medium">
          둘러보기
        </Button>
        <Button size="medium" disabled>
          입력을 확인하세요
        </Button>
        <Button kind="danger" size="medium">
          전체 청산
        </Button>
        <Button kind="tonal" size="medium" icon="copy">
          복사
        </Button>
        <Button busy busyLabel="보내는 중">
          입금 신청
        </Button>
        <Button kind="tonal" size="medium" busy busyLabel="보내는 중">
          취소
        </Button>
      </div>
      <div className="gallery__line">
        <Button size="small" kind="tonal" icon="copy">
          복사
        </Button>
        <Button size="small">증거금 추가</Button>
        <Button size="small" kind="line">
          둘러보기
        </Button>
        <Button size="small" disabled>
          복사
        </Button>
        <Button size="medium" width="fit" kind="tonal">
          둘러보기
        </Button>
        <a className={textLinkClass} href="#root">
          회원가입
        </a>
      </div>
      <div className="gallery__line">
        <IconButton icon="mail" label="메시지, 읽지 않음 3" count={3} />
        <IconButton icon="mail" label="메시지, 읽지 않음 99+" count={120} />
        <IconButton icon="search" label="검색" />
        <IconButton icon="star" label="관심종목" pressed />
        <IconButton icon="search" label="검색" quiet />
        <IconButton icon="search" label="검색" disabled />
      </div>
    </Exhibit>
  );
}

function Directions() {
  const trade = {
    label: '매수 · 매도',
    up: { word: '매수', figure: ask },
    down: { word: '매도', figure: bid },
    onPress: nothing,
  };
  const note = `받을 금액 ${formatPrice('19500', 0)}`;
  const bet = {
    label: '상승 · 하락',
    up: { word: '상승', figure: '95%', note },
    down: { word: '하락', figure: '95%', note },
    tall: true,
    onPress: nothing,
  };
  const closed = {
    ...bet,
    state: 'locked' as const,
    up: { word: '상승', note: '마감' },
    down: { word: '하락', note: '마감' },
  };
  return (
    <Exhibit title="방향 버튼">
      <DirectionPair {...trade} />
      <DirectionPair {...trade} pending="up" />
      <DirectionPair {...trade} state="locked" />
      <DirectionPair {...trade} down={{ ...trade.down, isLocked: true, why: '카피 탭에서 합니다' }} />
      <DirectionPair {...trade} flipped />
      <DirectionPair {...bet} />
      <DirectionPair {...bet} pending="down" />
      <DirectionPair {...closed} />
    </Exhibit>
  );
}

const kinds = ['전체', '지수', '금속'];
const quantities = ['1', '2', '5', '10', '20'];

function Chips() {
  const [kind, setKind] = useState('전체');
  const [quantity, setQuantity] = useState('2');
  return (
    <Exhibit title="칩">
      <ChipRow label="종류">
        {kinds.map((each) => (
          <Chip key={each} pressed={kind === each} onPress={() => setKind(each)}>
            {each}
          </Chip>
        ))}
        <Chip pressed icon="check">
          금속
        </Chip>
        <Chip pressed={false} disabled>
          에너지
        </Chip>
      </ChipRow>
      <ChipRow label="수량">
        {quantities.map((each) => (
          <Chip key={each} shape="square" pressed={quantity === each} onPress={() => setQuantity(each)}>
            {each}
          </Chip>
        ))}
        <Chip shape="square" pressed={false} disabled>
          50
        </Chip>
      </ChipRow>
    </Exhibit>
  );
}

function Segments() {
  const [type, setType] = useState('지정가');
  const options = ['지정가', '시장가', 'MIT'].map((value) => ({ value, label: value }));
  const shared = { label: '주문 종류', options, value: type, onChange: setType };
  return (
    <Exhibit title="세그먼트">
      <Segmented {...shared} />
      <Segmented {...shared} size="small" />
      <Segmented {...shared} disabled />
    </Exhibit>
  );
}

function TabKinds({ id }: { readonly id: string }) {
  const [chosen, setChosen] = useState<'positions' | 'open' | 'done'>('open');
  const shown = [
    { value: 'positions', label: '포지션', count: 2 },
    { value: 'open', label: '미체결' },
    { value: 'done', label: '체결' },
  ] as const;
  const shared = { label: '주문', tabs: shown, value: chosen, onChange: setChosen };
  return (
    <Exhibit title="탭" layout="bleed">
      <div>
        <Tabs id={`${id}-tabs`} {...shared} />
        <TabPanel id={`${id}-tabs`} value={chosen}>
          <p className="gallery__panel">고른 탭의 내용</p>
        </TabPanel>
      </div>
      <Tabs id={`${id}-dense`} {...shared} dense spread />
      <TabLinks label="지갑 메뉴">
        {['자산현황', 'P2P', '입출금내역', '거래내역'].map((each) => (
          <a
            key={each}
            href="#root"
            className={tabLinkClass}
            aria-current={each === '자산현황' ? 'page' : undefined}
          >
            {each}
          </a>
        ))}
      </TabLinks>
    </Exhibit>
  );
}

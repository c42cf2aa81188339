import { formatPrice } from '@maru/client/format';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { DirectionPair } from '../ui/buttons/direction-pair.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { TabBar } from '../ui/layout/tab-bar.tsx';
import { LoadingBar } from '../ui/states/loading-bar.tsx';
import { Exhibit } from './exhibit.tsx';

const nothing = () => {};

export const Frames = () => (
  <>
    <Headers />
    <Docks />
  </>
);

function Headers() {
  const back = { label: '뒤로', onPress: nothing };
  const items = [
    { href: '#quick', icon: 'bolt', label: '빠른주문', current: true },
    { href: '#dnw', icon: 'transfer', label: '입출금', current: false },
    { href: '#search', icon: 'search', label: '검색', current: false },
    { href: '#more', icon: 'more', label: '더보기', current: false, count: 8 },
  ] as const;
  return (
    <Exhibit title="머리 · 탭 바" layout="bleed">
      <div className="gallery__frame">
        <LoadingBar label="불러오는 중" />
        <PageHeader title="지갑" back={back} />
      </div>
      <div className="gallery__frame">
        <PageHeader title="지갑" close={{ label: '닫기', onPress: nothing }} />
      </div>
      <div className="gallery__frame">
        <PageHeader title="더보기" kind="large">
          <IconButton icon="mail" label="메시지, 읽지 않음 3" count={3} />
        </PageHeader>
      </div>
      <div className="gallery__frame">
        <PageHeader
          title="마이크로 나스닥"
          kind="trade"
          code="MNQZ26"
          back={back}
          onTitlePress={nothing}
          titleLabel="마이크로 나스닥 MNQZ26, 종목 고르기"
        >
          <IconButton icon="star" label="관심종목" />
        </PageHeader>
      </div>
      <div className="gallery__frame">
        <TabBar
          label="주 메뉴"
          items={items}
          renderLink={(item, link) => <a key={item.href} href={item.href} {...link} />}
        />
      </div>
    </Exhibit>
  );
}

function Docks() {
  const pair = {
    label: '매수 · 매도',
    up: { word: '매수', figure: formatPrice('25413', 2) },
    down: { word: '매도', figure: formatPrice('25412.5', 2) },
    onPress: nothing,
  };
  return (
    <Exhibit title="독" layout="bleed">
      <Dock label="주문" burn={0.62}>
        <DirectionPair {...pair} />
      </Dock>
      <Dock label="마감" burn={0.1} locked>
        <DirectionPair {...pair} state="locked" />
      </Dock>
      <Dock label="로그인하고 거래하기" kind="plain">
        <Button>로그인하고 거래하기</Button>
      </Dock>
    </Exhibit>
  );
}

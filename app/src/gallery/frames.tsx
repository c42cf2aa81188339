import { formatPrice } from '@maru/client/format';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { DirectionPair } from '../ui/buttons/direction-pair.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { TabBar } from '../ui/layout/tab-bar.tsx';
import { LoadingBar } from '../ui/states/loading-bar.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

const nothing = () => {};

export const Frames = () => (
  <>
    <Headers />
    <Docks />
  </>
);

function Headers() {
  const { headers, sections, type, buttons } = useWords();
  const back = { label: headers.back, onPress: nothing };
  const items = [
    { href: '#quick', icon: 'bolt', label: headers.quick, current: true },
    { href: '#dnw', icon: 'transfer', label: headers.dnw, current: false },
    { href: '#search', icon: 'search', label: headers.search, current: false },
    { href: '#more', icon: 'more', label: headers.more, current: false, count: 8 },
  ] as const;
  return (
    <Exhibit title={sections.headers} layout="bleed">
      <div className="gallery__frame">
        <LoadingBar label={headers.loading} />
        <PageHeader title={headers.wallet} back={back} />
      </div>
      <div className="gallery__frame">
        <PageHeader title={headers.wallet} close={{ label: headers.close, onPress: nothing }} />
      </div>
      <div className="gallery__frame">
        <PageHeader title={headers.more} kind="large">
          <IconButton icon="mail" label={buttons.messages} count={3} />
        </PageHeader>
      </div>
      <div className="gallery__frame">
        <PageHeader
          title={type.title3}
          kind="trade"
          code="MNQZ26"
          back={back}
          onTitlePress={nothing}
          titleLabel={headers.choose}
        >
          <IconButton icon="star" label={buttons.star} />
        </PageHeader>
      </div>
      <div className="gallery__frame">
        <TabBar
          label={headers.mainMenu}
          items={items}
          renderLink={(item, link) => <a key={item.href} href={item.href} {...link} />}
        />
      </div>
    </Exhibit>
  );
}

function Docks() {
  const { buttons, direction, sections } = useWords();
  const pair = {
    label: direction.pair,
    up: { word: buttons.buy, figure: formatPrice('25413', 2) },
    down: { word: buttons.sell, figure: formatPrice('25412.5', 2) },
    onPress: nothing,
  };
  return (
    <Exhibit title={sections.dock} layout="bleed">
      <Dock label={direction.order} burn={0.62}>
        <DirectionPair {...pair} />
      </Dock>
      <Dock label={direction.closed} burn={0.1} locked>
        <DirectionPair {...pair} state="locked" />
      </Dock>
      <Dock label={direction.guest} kind="plain">
        <Button>{direction.guest}</Button>
      </Dock>
    </Exhibit>
  );
}

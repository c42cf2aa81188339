import { formatPrice } from '@maru/client/format';
import { useState } from 'react';
import { Button, IconButton, textLinkClass } from '../ui/buttons/button.tsx';
import { Chip, ChipRow } from '../ui/buttons/chip.tsx';
import { DirectionPair } from '../ui/buttons/direction-pair.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { TabLinks, TabPanel, Tabs, tabLinkClass } from '../ui/layout/tabs.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

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
  const { buttons, sections } = useWords();
  return (
    <Exhibit title={sections.buttons}>
      <div className="gallery__pair">
        <Button>{buttons.deposit}</Button>
        <Button kind="tonal">{buttons.cancel}</Button>
        <Button kind="up" figure={ask}>
          {buttons.buy}
        </Button>
        <Button kind="down" figure={bid}>
          {buttons.sell}
        </Button>
        <Button kind="line" size="medium">
          {buttons.browse}
        </Button>
        <Button size="medium" disabled>
          {buttons.check}
        </Button>
        <Button kind="danger" size="medium">
          {buttons.closeAll}
        </Button>
        <Button kind="tonal" size="medium" icon="copy">
          {buttons.copy}
        </Button>
        <Button busy busyLabel={buttons.sending}>
          {buttons.deposit}
        </Button>
        <Button kind="tonal" size="medium" busy busyLabel={buttons.sending}>
          {buttons.cancel}
        </Button>
      </div>
      <div className="gallery__line">
        <Button size="small" kind="tonal" icon="copy">
          {buttons.copy}
        </Button>
        <Button size="small">{buttons.addMargin}</Button>
        <Button size="small" kind="line">
          {buttons.browse}
        </Button>
        <Button size="small" disabled>
          {buttons.copy}
        </Button>
        <Button size="medium" width="fit" kind="tonal">
          {buttons.browse}
        </Button>
        <a className={textLinkClass} href="#root">
          {buttons.signUp}
        </a>
      </div>
      <div className="gallery__line">
        <IconButton icon="mail" label={buttons.messages} count={3} />
        <IconButton icon="mail" label={buttons.manyMessages} count={120} />
        <IconButton icon="search" label={buttons.search} />
        <IconButton icon="star" label={buttons.star} pressed />
        <IconButton icon="search" label={buttons.search} quiet />
        <IconButton icon="search" label={buttons.search} disabled />
      </div>
    </Exhibit>
  );
}

function Directions() {
  const { buttons, direction, sections } = useWords();
  const trade = {
    label: direction.pair,
    up: { word: buttons.buy, figure: ask },
    down: { word: buttons.sell, figure: bid },
    onPress: nothing,
  };
  const note = direction.payout(formatPrice('19500', 0));
  const bet = {
    label: direction.bet,
    up: { word: direction.up, figure: '95%', note },
    down: { word: direction.down, figure: '95%', note },
    tall: true,
    onPress: nothing,
  };
  const closed = {
    ...bet,
    state: 'locked' as const,
    up: { word: direction.up, note: direction.closed },
    down: { word: direction.down, note: direction.closed },
  };
  return (
    <Exhibit title={sections.direction}>
      <DirectionPair {...trade} />
      <DirectionPair {...trade} pending="up" />
      <DirectionPair {...trade} state="locked" />
      <DirectionPair {...trade} flipped />
      <DirectionPair {...bet} />
      <DirectionPair {...bet} pending="down" />
      <DirectionPair {...closed} />
    </Exhibit>
  );
}

const quantities = ['1', '2', '5', '10', '20'] as const;

function Chips() {
  const { chips, sections } = useWords();
  const [kind, setKind] = useState<'all' | 'index' | 'metal'>('all');
  const [quantity, setQuantity] = useState<string>('2');
  return (
    <Exhibit title={sections.chips}>
      <ChipRow label={chips.kinds}>
        {(['all', 'index', 'metal'] as const).map((each) => (
          <Chip key={each} pressed={kind === each} onPress={() => setKind(each)}>
            {chips[each]}
          </Chip>
        ))}
        <Chip pressed icon="check">
          {chips.metal}
        </Chip>
        <Chip pressed={false} disabled>
          {chips.energy}
        </Chip>
      </ChipRow>
      <ChipRow label={chips.quantity}>
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
  const { orderType, sections } = useWords();
  const [type, setType] = useState<'limit' | 'market' | 'mit'>('limit');
  const options = (['limit', 'market', 'mit'] as const).map((value) => ({ value, label: orderType[value] }));
  const shared = { label: orderType.label, options, value: type, onChange: setType };
  return (
    <Exhibit title={sections.segmented}>
      <Segmented {...shared} />
      <Segmented {...shared} size="small" />
      <Segmented {...shared} disabled />
    </Exhibit>
  );
}

function TabKinds({ id }: { readonly id: string }) {
  const { tabs, wallet, sections } = useWords();
  const [chosen, setChosen] = useState<'positions' | 'open' | 'done'>('open');
  const shown = [
    { value: 'positions', label: tabs.positions, count: 2 },
    { value: 'open', label: tabs.open },
    { value: 'done', label: tabs.done },
  ] as const;
  const shared = { label: tabs.orders, tabs: shown, value: chosen, onChange: setChosen };
  return (
    <Exhibit title={sections.tabs} layout="bleed">
      <div>
        <Tabs id={`${id}-tabs`} {...shared} />
        <TabPanel id={`${id}-tabs`} value={chosen}>
          <p className="gallery__panel">{tabs.panel}</p>
        </TabPanel>
      </div>
      <Tabs id={`${id}-dense`} {...shared} dense spread />
      <TabLinks label={wallet.label}>
        {(['asset', 'p2p', 'dnw', 'history'] as const).map((each) => (
          <a
            key={each}
            href="#root"
            className={tabLinkClass}
            aria-current={each === 'asset' ? 'page' : undefined}
          >
            {wallet[each]}
          </a>
        ))}
      </TabLinks>
    </Exhibit>
  );
}

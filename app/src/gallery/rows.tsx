import { formatPercent, formatPrice, MISSING } from '@maru/client/format';
import { Button } from '../ui/buttons/button.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { Badge } from '../ui/figures/badge.tsx';
import { Spark } from '../ui/figures/spark.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { ListRow, SectionGap, SectionTitle } from '../ui/rows/list-row.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import { Exhibit } from './exhibit.tsx';

const nothing = () => {};
const rising = [3, 4, 3, 5, 6, 5, 4, 6, 7, 6, 8, 7, 9, 8, 10, 9, 11, 10, 12, 11, 13, 14];
const falling = rising.toReversed();
const calm = [5, 4, 6, 5, 7, 3, 5, 6, 5, 4, 6, 5, 5, 7, 6, 5, 4, 5, 6, 5, 6, 5];

export function Rows() {
  return (
    <>
      <Exhibit title="목록 줄" layout="bleed">
        <div>
          <Instruments />
          <SectionGap />
          <Menu />
        </div>
      </Exhibit>
      <Tiles />
      <Exhibit title="스파크" layout="line">
        <Spark values={rising} direction="up" />
        <Spark values={falling} direction="down" />
        <Spark values={calm} direction="flat" />
        <Spark values={calm} direction="resting" />
      </Exhibit>
    </>
  );
}

function Instruments() {
  return (
    <>
      <SectionTitle
        end={
          <Button size="small" kind="tonal">
            모두 보기
          </Button>
        }
      >
        원화 종목
      </SectionTitle>
      <ListRow
        height={60}
        tile={<Tile>MNQ</Tile>}
        title="마이크로 나스닥"
        meta="12월물"
        middle={<Spark values={rising} direction="up" />}
        value={formatPrice('25412.75', 2)}
        sub={formatPercent(0.82)}
        direction="up"
        onPress={nothing}
      />
      <ListRow
        height={60}
        tile={<Tile tone="faint">HSI</Tile>}
        title="항셍"
        mark={<Badge>휴장</Badge>}
        meta="월 10:15 개장"
        middle={<Spark values={calm} direction="resting" />}
        value={formatPrice('26572', 0)}
        sub={MISSING}
        resting
        onPress={nothing}
      />
      <ListRow
        tile={<Tile>GC</Tile>}
        title="골드"
        meta="12월물"
        middle={<Spark values={falling} direction="down" />}
        value={formatPrice('4085.3', 1)}
        sub={formatPercent(-1.24)}
        direction="down"
        current
        onPress={nothing}
      />
      <ListRow
        height={72}
        tile={<Tile shape="round">BTC</Tile>}
        title="이름이 아주 길어서 한 줄에 다 들어가지 않는 종목"
        meta="이름이 아주 길어서 한 줄에 다 들어가지 않는 종목"
        value={formatPrice('95482.35', 2)}
        sub={formatPercent(0)}
        onPress={nothing}
      />
    </>
  );
}

function Menu() {
  return (
    <>
      <ListRow height={56} plain title="설정" chevron onPress={nothing} />
      <ListRow
        height={56}
        plain
        ruled
        title="소리"
        end={<Switch label="소리" checked onChange={nothing} />}
      />
      <ListRow
        height={56}
        plain
        ruled
        title="설정"
        chevron
        renderLink={(link) => <a href="#root" {...link} />}
      />
      <ListRow height={56} plain title="설정" chevron disabled onPress={nothing} />
    </>
  );
}

const tones = ['plain', 'brass', 'up', 'down', 'warn', 'danger', 'faint'] as const;

function Tiles() {
  return (
    <Exhibit title="타일" layout="line">
      {tones.map((tone) => (
        <Tile key={tone} tone={tone}>
          MNQ
        </Tile>
      ))}
      {tones.map((tone) => (
        <Tile key={tone} tone={tone} shape="round">
          <Icon name="check" size={22} weight={2.4} />
        </Tile>
      ))}
      <Tile size={32}>HSI</Tile>
      <Tile size={32} shape="round">
        B
      </Tile>
      <Tile size={56}>GC</Tile>
      <Tile size={56} shape="round">
        B
      </Tile>
    </Exhibit>
  );
}

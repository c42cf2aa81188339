import { useState } from 'react';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { Slider } from '../ui/controls/slider.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { Exhibit } from './exhibit.tsx';

const nothing = () => {};
const leverages = [1, 10, 20, 50, 125];
const asPercent = (value: number) => `${value}%`;
const asTimes = (value: number) => `${value}×`;

export function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [isOff, setIsOff] = useState(false);
  const [isChecked, setChecked] = useState(true);
  const [isAgreed, setIsAgreed] = useState(false);
  const [share, setShare] = useState(50);
  const [leverage, setLeverage] = useState(20);
  return (
    <Exhibit title="스위치 · 체크 · 슬라이더">
      <div className="gallery__line">
        <Switch label="켬" checked={isOn} onChange={setIsOn} />
        <Switch label="끔" checked={isOff} onChange={setIsOff} />
        <Switch label="켬, 바꿀 수 없음" checked disabled onChange={nothing} />
        <Switch label="끔" checked={false} disabled onChange={nothing} />
      </div>
      <div className="gallery__line">
        <Checkbox checked={isChecked} onChange={setChecked}>
          로그인 상태 유지
        </Checkbox>
        <Checkbox checked={isAgreed} onChange={setIsAgreed}>
          이용약관에 동의합니다
        </Checkbox>
        <Checkbox size="small" checked={isChecked} onChange={setChecked}>
          로그인 상태 유지
        </Checkbox>
        <Checkbox checked disabled onChange={nothing}>
          로그인 상태 유지
        </Checkbox>
        <Checkbox checked={false} disabled onChange={nothing}>
          이용약관에 동의합니다
        </Checkbox>
      </div>
      <Slider label="비율" value={share} format={asPercent} onChange={setShare} />
      <Slider label="레버리지" value={leverage} stops={leverages} format={asTimes} onChange={setLeverage} />
      <Slider label="비율" value={25} format={asPercent} disabled onChange={nothing} />
    </Exhibit>
  );
}

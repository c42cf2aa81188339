import { useState } from 'react';
import { Checkbox } from '../ui/controls/checkbox.tsx';
import { Slider } from '../ui/controls/slider.tsx';
import { Switch } from '../ui/controls/switch.tsx';
import { Exhibit } from './exhibit.tsx';
import { useWords } from './words.ts';

const nothing = () => {};
const leverages = [1, 10, 20, 50, 125];
const asPercent = (value: number) => `${value}%`;
const asTimes = (value: number) => `${value}×`;

export function Choices() {
  const { choices, sections } = useWords();
  const [isOn, setIsOn] = useState(true);
  const [isOff, setIsOff] = useState(false);
  const [isChecked, setChecked] = useState(true);
  const [isAgreed, setIsAgreed] = useState(false);
  const [share, setShare] = useState(50);
  const [leverage, setLeverage] = useState(20);
  return (
    <Exhibit title={sections.choices}>
      <div className="gallery__line">
        <Switch label={choices.on} checked={isOn} onChange={setIsOn} />
        <Switch label={choices.off} checked={isOff} onChange={setIsOff} />
        <Switch label={choices.onLocked} checked disabled onChange={nothing} />
        <Switch label={choices.off} checked={false} disabled onChange={nothing} />
      </div>
      <div className="gallery__line">
        <Checkbox checked={isChecked} onChange={setChecked}>
          {choices.keep}
        </Checkbox>
        <Checkbox checked={isAgreed} onChange={setIsAgreed}>
          {choices.agree}
        </Checkbox>
        <Checkbox size="small" checked={isChecked} onChange={setChecked}>
          {choices.keep}
        </Checkbox>
        <Checkbox checked disabled onChange={nothing}>
          {choices.keep}
        </Checkbox>
        <Checkbox checked={false} disabled onChange={nothing}>
          {choices.agree}
        </Checkbox>
      </div>
      <Slider label={choices.share} value={share} format={asPercent} onChange={setShare} />
      <Slider
        label={choices.leverage}
        value={leverage}
        stops={leverages}
        format={asTimes}
        onChange={setLeverage}
      />
      <Slider label={choices.share} value={25} format={asPercent} disabled onChange={nothing} />
    </Exhibit>
  );
}

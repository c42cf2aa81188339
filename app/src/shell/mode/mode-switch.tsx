// In the head of a trade screen: the other mode, one tap away. What was typed stays where it is.

import { useWords } from '../../text/language.tsx';
import { modeWords } from '../../text/mode.ts';
import { useDevice, useMode } from '../device/device.tsx';
import './mode-switch.css';

export function ModeSwitch() {
  const words = useWords(modeWords);
  const { preferences } = useDevice();
  const mode = useMode();
  const other = mode === 'simple' ? 'pro' : 'simple';
  return (
    <button
      type="button"
      className="mode-switch"
      aria-label={words.change(words[mode], words[other])}
      onClick={() => preferences.change({ mode: other })}
    >
      <span className="mode-switch__word">{words[mode]}</span>
    </button>
  );
}

import { type SampleName, useSounds } from '../shell/device/sounds.tsx';
import { useWords } from '../text/language.tsx';
import { moreWords } from '../text/more.ts';
import { IconButton } from '../ui/buttons/button.tsx';
import { SwitchRow } from './switch-row.tsx';

interface Props {
  readonly sound: SampleName;
  readonly label: string;
  readonly lead?: string | undefined;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Switching a sound on plays it; the button plays it again. */
export function SoundRow({ sound, label, lead, checked, onChange }: Props) {
  const words = useWords(moreWords);
  const { preview } = useSounds();
  return (
    <SwitchRow
      label={label}
      lead={lead}
      checked={checked}
      onChange={(on) => {
        onChange(on);
        if (on) preview(sound);
      }}
    >
      <IconButton icon="sound" size={20} quiet label={words.listen(label)} onPress={() => preview(sound)} />
    </SwitchRow>
  );
}

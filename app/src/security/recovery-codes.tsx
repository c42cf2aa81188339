// Recovery codes, shown once.
import { useCopy } from '../receipt/use-copy.ts';
import { useWords } from '../text/language.tsx';
import { securityWords } from '../text/security.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Dock } from '../ui/layout/dock.tsx';
import './recovery-codes.css';

interface Props {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function RecoveryCodes({ codes, onKept }: Props) {
  const words = useWords(securityWords);
  const { isCopied, copy } = useCopy();
  return (
    <div className="recovery-codes">
      <h2 className="text-title1">{words.recoveryTitle}</h2>
      <p className="text-note">{words.recoveryLead}</p>
      <ol className="recovery-codes__list">
        {codes.map((code) => (
          <li key={code} className="figure">
            {code}
          </li>
        ))}
      </ol>
      <Button kind="tonal" icon={isCopied ? 'check' : 'copy'} onPress={() => copy(codes.join('\n'))}>
        {isCopied ? words.recoveryCopied : words.recoveryCopy}
      </Button>
      <Dock kind="plain" label={words.recoveryKept}>
        <Button onPress={onKept}>{words.recoveryKept}</Button>
      </Dock>
    </div>
  );
}

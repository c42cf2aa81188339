import { Button } from '../parts/button.tsx';
import { words } from '../text/security.ts';
import './security.css';

export const RecoveryCodes = ({
  codes,
  onKept,
}: {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}) => (
  <div className="own-form">
    <h2>{words.codesTitle}</h2>
    <p>{words.codesSentence}</p>
    <ul className="own-form__codes figure">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button kind="primary" onPress={onKept}>
      {words.kept}
    </Button>
  </div>
);

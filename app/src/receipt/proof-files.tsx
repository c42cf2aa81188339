// The files for checking a result outside the app: some made of what the page shows, and the program.
import { useWords } from '../text/language.tsx';
import { receiptWords } from '../text/receipt.ts';
import { buttonClass } from '../ui/buttons/button.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import './proof-files.css';
import { saveFile } from './save-file.ts';

export const saveJson = (name: string, value: unknown): void =>
  saveFile(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));

interface Props {
  /** Each has the name that the command uses; without a value it cannot be saved yet. */
  readonly files: readonly { readonly name: string; readonly label: string; readonly value: unknown }[];
  /** `verify.mjs`, which the server serves at its root. */
  readonly program: string;
}

export function ProofFiles({ files, program }: Props) {
  const words = useWords(receiptWords);
  const buttonStyle = buttonClass({ kind: 'tonal', size: 'medium', width: 'fill' });
  return (
    <div className="proof-files">
      {files.map(({ name, label, value }) => (
        <button
          key={name}
          type="button"
          className={buttonStyle}
          disabled={value === undefined}
          onClick={() => saveJson(name, value)}
        >
          <Icon name="download" size={18} weight={2} />
          {label}
        </button>
      ))}
      <a className={buttonStyle} href={`/${program}`} download={program}>
        <Icon name="download" size={18} weight={2} />
        {words.scriptFile}
      </a>
    </div>
  );
}

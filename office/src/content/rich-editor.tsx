// Where a text is written as readers will see it. The page holds the text; what leaves it is read from its nodes with the
// allow-list of `editable.ts`, and the server cleans it again.
import { Segmented } from '@maru/app/ui/controls/segmented';
import { type ClipboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field } from '../parts/form.tsx';
import { PICTURE_TYPES } from '../shell/use-upload.ts';
import { words } from '../text/content.ts';
import { htmlOf, isLink, nodesOf, picturePath } from './editable.ts';
import '@maru/app/ui/rows/rich-text.css';

const TABLE =
  '<table><tr><th>일시</th><td>&nbsp;</td></tr><tr><th>대상</th><td>&nbsp;</td></tr></table><p><br></p>';

interface Props {
  /** Another one puts other contents into the editor. */
  readonly name: string;
  readonly html: string;
  readonly most: number;
  readonly onChange: (html: string) => void;
  /** Uploads a picture and answers its id; undefined when it failed. */
  readonly upload: (file: File) => Promise<string | undefined>;
}

/** Browsers agree on these commands, and they keep what was typed in the list of things to undo. */
const run = (command: string, value?: string): void => void document.execCommand(command, false, value);

export function RichEditor({ name, html, most, onChange, upload }: Props) {
  const { tools } = words.page;
  const box = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [isBold, setBold] = useState(false);
  const chosen = useRef<Range>(undefined);
  const first = useRef(html);
  first.current = html;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed must not be replaced by itself.
  useLayoutEffect(() => {
    const root = box.current;
    if (root === null || htmlOf(root) === first.current) return;
    root.replaceChildren(...nodesOf(first.current));
  }, [name]);

  const changed = (): void => {
    if (box.current !== null) onChange(htmlOf(box.current));
    setBold(isBoldHere());
  };
  const act = (command: string, value?: string): void => {
    box.current?.focus();
    run(command, value);
    changed();
  };
  function remember(): void {
    const selection = document.getSelection();
    chosen.current = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
  }
  function recall(): void {
    const selection = document.getSelection();
    box.current?.focus();
    if (chosen.current === undefined || selection === null) return;
    selection.removeAllRanges();
    selection.addRange(chosen.current);
  }
  function paste(event: ClipboardEvent): void {
    event.preventDefault();
    const given = event.clipboardData.getData('text/html');
    if (given === '') {
      act('insertText', event.clipboardData.getData('text/plain'));
      return;
    }
    const made = document.createElement('div');
    made.append(...nodesOf(given));
    act('insertHTML', htmlOf(made));
  }
  async function addPicture(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setUploading(true);
    const id = await upload(file);
    setUploading(false);
    if (id === undefined) return;
    recall();
    const made = document.createElement('div');
    const picture = document.createElement('img');
    picture.setAttribute('src', picturePath(id));
    picture.setAttribute('alt', file.name.replace(/\.\w+$/, '').slice(0, 100));
    made.append(picture);
    act('insertHTML', made.innerHTML);
  }
  return (
    <div className="rich-editor">
      <div className="rich-editor__tools" role="toolbar" aria-label={words.page.toolbar}>
        <button type="button" onClick={() => act('formatBlock', 'h3')}>
          {tools.heading}
        </button>
        <button type="button" aria-pressed={isBold} onClick={() => act('bold')}>
          {tools.bold}
        </button>
        <button type="button" onClick={() => act('insertUnorderedList')}>
          {tools.list}
        </button>
        <button type="button" onClick={() => act('insertHTML', TABLE)}>
          {tools.table}
        </button>
        <button
          type="button"
          onClick={() => {
            remember();
            setLinking(true);
          }}
        >
          {tools.link}
        </button>
        <label className="rich-editor__file">
          {isUploading ? words.page.uploading : tools.picture}
          <input
            type="file"
            accept={PICTURE_TYPES}
            disabled={isUploading}
            onClick={remember}
            onChange={(event) => {
              void addPicture(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
        <span className="rich-editor__space" />
        <span className="figure rich-editor__count">
          {html.length.toLocaleString('ko-KR')} / {most.toLocaleString('ko-KR')}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a text area has no bold words, lists and tables. */}
      <div
        ref={box}
        className="rich-editor__text rich-text"
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-label={words.page.text}
        contentEditable
        suppressContentEditableWarning
        onInput={changed}
        onPaste={paste}
        onDrop={(event) => event.preventDefault()}
        onKeyUp={() => setBold(isBoldHere())}
        onMouseUp={() => setBold(isBoldHere())}
      />
      <LinkDialog
        open={isLinking}
        onClose={() => setLinking(false)}
        onPut={(address) => {
          setLinking(false);
          recall();
          const text = document.getSelection()?.toString() ?? '';
          if (text !== '') return act('createLink', address);
          const made = document.createElement('div');
          const link = document.createElement('a');
          link.setAttribute('href', address);
          link.textContent = address;
          made.append(link);
          act('insertHTML', made.innerHTML);
        }}
      />
    </div>
  );
}

const isBoldHere = (): boolean =>
  typeof document.queryCommandState === 'function' && document.queryCommandState('bold');

function LinkDialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPut: (address: string) => void;
}) {
  const [address, setAddress] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isGood = isLink(address.trim());
  return (
    <ConfirmDialog
      open={props.open}
      title={words.page.linkTitle}
      confirm={words.page.put}
      onClose={props.onClose}
      onConfirm={() => {
        setWasTried(true);
        if (!isGood) return;
        props.onPut(address.trim());
        setAddress('');
        setWasTried(false);
      }}
    >
      <Field
        label={words.page.linkLabel}
        value={address}
        isFirst
        maxLength={500}
        error={wasTried && !isGood ? words.page.linkWrong : undefined}
        onChange={setAddress}
      />
    </ConfirmDialog>
  );
}

/** Which of the two languages is written. */
export const LanguageChoice = ({
  value,
  onChange,
}: {
  readonly value: 'ko' | 'en';
  readonly onChange: (value: 'ko' | 'en') => void;
}) => (
  <Segmented
    label={words.page.language}
    size="small"
    options={[
      { value: 'ko', label: words.page.ko },
      { value: 'en', label: words.page.en },
    ]}
    value={value}
    onChange={onChange}
  />
);

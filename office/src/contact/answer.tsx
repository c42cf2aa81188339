// The answer to an inquiry: written or from a saved text, with pictures.
import type { ReceivedReply } from '@maru/client/call';
import { officeAnswerContact } from '@maru/contract/contact/calls';
import { contactTools, removeContactTemplate, saveContactTemplate } from '@maru/contract/contact/desk';
import { MOST_FILES } from '@maru/contract/file/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { DrawerSection } from '../parts/panel.tsx';
import { useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { PICTURE_TYPES, useUpload } from '../shell/use-upload.ts';
import { words } from '../text/contact.ts';
import { filled, type Member } from './blanks.ts';

type Thread = ReceivedReply<typeof officeAnswerContact>;
type Template = ReceivedReply<typeof contactTools>['templates'][number];

interface Attached {
  readonly id: string;
  readonly name: string;
}

interface Props {
  readonly id: number;
  /** For the blanks; undefined until it is known. */
  readonly member: Member | undefined;
  readonly onAnswered: (thread: Thread) => void;
}

export function Answer({ id, member, onAnswered }: Props) {
  const office = useOffice();
  const tools = useRead(contactTools, {});
  const answer = useAct(officeAnswerContact);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [chosen, setChosen] = useState<Template>();
  const [asked, setAsked] = useState<'SAVE' | 'REMOVE'>();
  const templates = tools.data?.templates ?? [];

  async function send(): Promise<void> {
    const fileIds = files.map((file) => file.id);
    const outcome = await answer.act({ id, text: text.trim(), fileIds });
    if (!outcome.ok) return;
    office.toast('good', words.sent);
    setText('');
    setFiles([]);
    onAnswered(outcome.reply);
  }
  function use(name: string): void {
    const template = templates.find((each) => String(each.id) === name);
    setChosen(template);
    if (template !== undefined && member !== undefined) setText(filled(template.text, member));
  }
  return (
    <DrawerSection title={words.answer}>
      <Select
        label={words.template}
        value={chosen === undefined ? '' : String(chosen.id)}
        choices={[
          { value: '', label: words.noTemplate },
          ...templates.map((each) => ({ value: String(each.id), label: each.name })),
        ]}
        onChange={use}
      />
      <TextArea label={words.answer} rows={5} maxLength={2_000} value={text} onChange={setText} />
      <Pictures files={files} onChange={setFiles} />
      <p className="talk__buttons">
        {chosen !== undefined && (
          <Button kind="quiet" onPress={() => setAsked('REMOVE')}>
            {words.removeTemplate}
          </Button>
        )}
        <Button disabled={text.trim() === ''} onPress={() => setAsked('SAVE')}>
          {words.saveTemplate}
        </Button>
        <Button kind="primary" busy={answer.isBusy} disabled={text.trim() === ''} onPress={() => void send()}>
          {words.send}
        </Button>
      </p>
      {asked === 'SAVE' && (
        <SaveTemplate
          text={text.trim()}
          onClose={() => setAsked(undefined)}
          onSaved={() => void tools.reload()}
        />
      )}
      {asked === 'REMOVE' && chosen !== undefined && (
        <RemoveTemplate
          template={chosen}
          onClose={() => setAsked(undefined)}
          onRemoved={() => {
            setChosen(undefined);
            void tools.reload();
          }}
        />
      )}
    </DrawerSection>
  );
}

function Pictures({
  files,
  onChange,
}: {
  readonly files: readonly Attached[];
  readonly onChange: (files: readonly Attached[]) => void;
}) {
  const upload = useUpload();
  const [isBusy, setBusy] = useState(false);
  async function add(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setBusy(true);
    const attached = await upload(file);
    setBusy(false);
    if (attached !== undefined) onChange([...files, attached]);
  }
  return (
    <div className="attached">
      {files.map((file) => (
        <Button
          key={file.id}
          size="small"
          icon="close"
          label={words.detach(file.name)}
          onPress={() => onChange(files.filter((each) => each !== file))}
        >
          {file.name}
        </Button>
      ))}
      {files.length < MOST_FILES && (
        <label className="attached__add">
          {isBusy ? words.attaching : words.attach}
          <input
            type="file"
            accept={PICTURE_TYPES}
            disabled={isBusy}
            onChange={(event) => {
              void add(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </label>
      )}
    </div>
  );
}

interface Closing {
  readonly onClose: () => void;
}

function SaveTemplate({
  text,
  onClose,
  onSaved,
}: Closing & { readonly text: string; readonly onSaved: () => void }) {
  const office = useOffice();
  const { act, isBusy } = useAct(saveContactTemplate);
  const [name, setName] = useState('');
  async function save(): Promise<void> {
    const outcome = await act({ name: name.trim(), text });
    if (!outcome.ok) return;
    office.toast('good', words.templateSaved);
    onClose();
    onSaved();
  }
  return (
    <ConfirmDialog
      open
      title={words.saveTemplate}
      confirm={words.saveTemplate}
      busy={isBusy}
      canConfirm={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      <p>{words.templateHint}</p>
      <Field label={words.templateName} value={name} maxLength={40} isFirst onChange={setName} />
    </ConfirmDialog>
  );
}

function RemoveTemplate({
  template: { id, name },
  onClose,
  onRemoved,
}: Closing & { readonly template: Template; readonly onRemoved: () => void }) {
  const office = useOffice();
  const { act, isBusy } = useAct(removeContactTemplate);
  async function remove(): Promise<void> {
    const outcome = await act({ id });
    if (!outcome.ok) return;
    office.toast('good', words.templateRemoved);
    onClose();
    onRemoved();
  }
  return (
    <ConfirmDialog
      open
      title={words.removeTemplate}
      confirm={words.removeTemplate}
      kind="danger"
      busy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{words.removeSentence(name)}</p>
    </ConfirmDialog>
  );
}

// Shows the picture of a result before it is saved or given to another app; nothing is sent to any server of ours.
import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../shell/messages/toasts.tsx';
import { usePlatform, useWatched } from '../../shell/platform.tsx';
import { useText, useWords } from '../../text/language.tsx';
import { shareWords } from '../../text/share.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { BottomSheet } from '../../ui/overlays/bottom-sheet.tsx';
import { SettingRow } from '../../ui/rows/setting-row.tsx';
import { saveFile } from '../save-file.ts';
import { CARD_SIZE, cardTexts, coloursOf, drawCard, type SharedResult } from './share-card.ts';
import './share-sheet.css';

interface Props {
  readonly open: boolean;
  readonly result: SharedResult;
  readonly onClose: () => void;
}

const FILE = 'maru-result.png';

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));

export function ShareSheet({ open, result, onClose }: Props) {
  const words = useWords(shareWords);
  const { shell } = useText();
  const isPractice = useWatched(usePlatform().site)?.moneyMode !== 'LIVE';
  const toasts = useToasts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hidesAmounts, setHidesAmounts] = useState(false);
  const texts = cardTexts(
    result,
    { brand: shell.brand, mark: shell.practiceMark, hidden: words.hidden, caution: words.caution },
    hidesAmounts,
  );
  const label = texts.map(({ text }) => text).join(', ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label is all that is drawn.
  useEffect(() => {
    const card = canvas.current;
    const context = open ? card?.getContext('2d') : undefined;
    if (!context || !card) return undefined;
    const mark = isPractice ? shell.practiceMark : undefined;
    const draw = () => drawCard(context, { texts, colours: coloursOf(card), mark });
    draw();
    // A picture does not follow the theme by itself.
    const watch = new MutationObserver(draw);
    watch.observe(document.documentElement, { attributes: true });
    return () => watch.disconnect();
  }, [open, label, isPractice]);

  async function picture(): Promise<File | undefined> {
    const blob = canvas.current && (await blobOf(canvas.current));
    return blob ? new File([blob], FILE, { type: 'image/png' }) : undefined;
  }
  async function save() {
    const file = await picture();
    if (!file) return;
    saveFile(FILE, file);
    toasts.show({ kind: 'order', title: words.saved });
  }
  async function share() {
    const file = await picture();
    if (!file) return;
    // Closing the system's own sheet is no error.
    await navigator.share({ files: [file] }).catch(() => undefined);
  }

  return (
    <BottomSheet
      open={open}
      onClose={onClose}
      title={words.title}
      closeLabel={shell.close}
      action={
        <div className="share-sheet__actions">
          {canShare() && (
            <Button kind="tonal" icon="share" onPress={() => void share()}>
              {words.share}
            </Button>
          )}
          <Button icon="download" onPress={() => void save()}>
            {words.save}
          </Button>
        </div>
      }
    >
      <canvas
        ref={canvas}
        className="share-sheet__card"
        width={CARD_SIZE}
        height={CARD_SIZE}
        role="img"
        aria-label={label}
      />
      <div className="share-sheet__setting">
        <SettingRow
          label={words.hideAmounts}
          lead={words.hideAmountsLead}
          checked={hidesAmounts}
          onChange={setHidesAmounts}
        />
      </div>
    </BottomSheet>
  );
}

const canShare = (): boolean => typeof navigator.share === 'function';

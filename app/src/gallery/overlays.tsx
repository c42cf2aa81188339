// Opened by buttons, because each of them takes the whole page.
import { useState } from 'react';
import { Button } from '../ui/buttons/button.tsx';
import { NumberField } from '../ui/fields/number-field.tsx';
import { BottomSheet } from '../ui/overlays/bottom-sheet.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { FullScreenPanel } from '../ui/overlays/full-screen-panel.tsx';
import { MenuSheet } from '../ui/overlays/menu-sheet.tsx';
import { NoticeDialog } from '../ui/overlays/notice-dialog.tsx';
import { SideDrawer } from '../ui/overlays/side-drawer.tsx';
import { ListRow } from '../ui/rows/list-row.tsx';
import { Tile } from '../ui/rows/tile.tsx';
import { LoadingOverlay } from '../ui/states/loading-overlay.tsx';
import { Exhibit } from './exhibit.tsx';
import { Toasts } from './toasts.tsx';
import { useWords } from './words.ts';

const kinds = [
  'sheet',
  'unsaved',
  'menu',
  'drawer',
  'panel',
  'dialog',
  'question',
  'notice',
  'loading',
] as const;
type Kind = (typeof kinds)[number];

const TRADE_MS = 2_000;

interface Part {
  readonly open: Kind | undefined;
  readonly close: () => void;
}

export function Overlays() {
  const { overlays, sections } = useWords();
  const [open, setOpen] = useState<Kind>();
  const part: Part = { open, close: () => setOpen(undefined) };
  return (
    <div className="gallery__overlays">
      <Exhibit title={sections.overlays}>
        <div className="gallery__line">
          {kinds.map((kind) => (
            <Button
              key={kind}
              size="medium"
              width="fit"
              kind="tonal"
              onPress={() => {
                setOpen(kind);
                // Nobody can close this one: in the app the end of the trade does.
                if (kind === 'loading') setTimeout(() => setOpen(undefined), TRADE_MS);
              }}
            >
              {overlays[kind]}
            </Button>
          ))}
        </div>
        <Toasts />
      </Exhibit>
      <Sheets {...part} />
      <Panels {...part} />
      <Dialogs {...part} />
    </div>
  );
}

function Sheets({ open, close }: Part) {
  const { overlays, headers, fields, buttons, cards } = useWords();
  const [price, setPrice] = useState('25412.75');
  const shared = { onClose: close, closeLabel: headers.close };
  return (
    <>
      <BottomSheet
        {...shared}
        open={open === 'sheet'}
        title={overlays.sheet}
        action={<Button onPress={close}>{overlays.confirm}</Button>}
      >
        <p>{cards.note}</p>
      </BottomSheet>
      <BottomSheet
        {...shared}
        open={open === 'unsaved'}
        title={overlays.unsaved}
        hasUnsavedInput
        action={
          <>
            <Button kind="tonal" onPress={close}>
              {buttons.cancel}
            </Button>
            <Button onPress={close}>{overlays.confirm}</Button>
          </>
        }
      >
        <NumberField
          label={fields.price}
          name="sheet"
          precision={2}
          surface="sheet"
          value={price}
          onChange={setPrice}
        />
      </BottomSheet>
      <MenuSheet
        {...shared}
        open={open === 'menu'}
        title={overlays.menu}
        choices={[
          { key: 'copy', label: buttons.copy },
          { key: 'reverse', label: overlays.reverse, line: cards.note },
          { key: 'liquidate', label: overlays.liquidate, line: overlays.stopCopyLine, isDangerous: true },
        ]}
        current="copy"
        onChoose={close}
      />
    </>
  );
}

function Panels({ open, close }: Part) {
  const { overlays, headers, rows, type, cards } = useWords();
  const shared = { onClose: close, closeLabel: headers.close };
  return (
    <>
      <SideDrawer {...shared} open={open === 'drawer'} title={overlays.drawer}>
        <ListRow height={56} tile={<Tile size={32}>MNQ</Tile>} title={type.title3} current onPress={close} />
        <ListRow height={56} tile={<Tile size={32}>GC</Tile>} title={rows.gold} onPress={close} />
        <ListRow height={56} tile={<Tile size={32}>BTC</Tile>} title={rows.long} onPress={close} />
      </SideDrawer>
      <FullScreenPanel {...shared} open={open === 'panel'} title={overlays.panel}>
        <ListRow title={type.title3} meta={cards.note} onPress={close} />
      </FullScreenPanel>
    </>
  );
}

function Dialogs({ open, close }: Part) {
  const { overlays, headers } = useWords();
  return (
    <>
      <Dialog
        open={open === 'dialog'}
        title={overlays.dialog}
        message={overlays.restDay}
        safe={overlays.confirm}
        onSafe={close}
      />
      <Dialog
        open={open === 'question'}
        title={overlays.stopCopy}
        message={overlays.stopCopyLine}
        safe={overlays.goOn}
        onSafe={close}
        other={overlays.stop}
        onOther={close}
      />
      <NoticeDialog
        open={open === 'notice'}
        onClose={close}
        kind={overlays.noticeKind}
        title={overlays.noticeTitle}
        when="2025.11.14"
        closeLabel={headers.close}
      >
        <p>{overlays.noticeBody}</p>
      </NoticeDialog>
      <LoadingOverlay open={open === 'loading'} label={overlays.loading} />
    </>
  );
}

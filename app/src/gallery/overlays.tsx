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
import { useTyped } from './use-typed.ts';

const kinds = {
  sheet: '시트',
  unsaved: '입력 있는 시트',
  menu: '메뉴 시트',
  drawer: '서랍',
  panel: '전체 화면',
  dialog: '알림',
  question: '질문',
  notice: '공지',
  loading: '거래 처리',
};
type Kind = keyof typeof kinds;

const TRADE_MS = 2_000;

interface Part {
  readonly open: Kind | undefined;
  readonly close: () => void;
}

export function Overlays() {
  const [open, setOpen] = useState<Kind>();
  const part: Part = { open, close: () => setOpen(undefined) };
  return (
    <div className="gallery__overlays">
      <Exhibit title="시트 · 서랍 · 알림">
        <div className="gallery__line">
          {(Object.keys(kinds) as Kind[]).map((kind) => (
            <Button
              key={kind}
              size="medium"
              width="fit"
              kind="tonal"
              onPress={() => {
                setOpen(kind);
                // The user cannot close this one: in the app it closes when the trade ends.
                if (kind === 'loading') setTimeout(() => setOpen(undefined), TRADE_MS);
              }}
            >
              {kinds[kind]}
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
  const shared = { onClose: close, closeLabel: '닫기' };
  return (
    <>
      <BottomSheet
        {...shared}
        open={open === 'sheet'}
        title="시트"
        action={<Button onPress={close}>확인</Button>}
      >
        <p>입금 확인까지 10분쯤 걸립니다.</p>
      </BottomSheet>
      <BottomSheet
        {...shared}
        open={open === 'unsaved'}
        title="입력 있는 시트"
        hasUnsavedInput
        action={
          <>
            <Button kind="tonal" onPress={close}>
              취소
            </Button>
            <Button onPress={close}>확인</Button>
          </>
        }
      >
        <NumberField label="주문 가격" name="sheet" precision={2} surface="sheet" {...useTyped('25412.75')} />
      </BottomSheet>
      <MenuSheet
        {...shared}
        open={open === 'menu'}
        title="메뉴 시트"
        choices={[
          { key: 'copy', label: '복사' },
          { key: 'reverse', label: '반대로 전환', line: '입금 확인까지 10분쯤 걸립니다.' },
          { key: 'liquidate', label: '전체 청산', line: '열린 포지션은 그대로 남습니다.', isDangerous: true },
        ]}
        current="copy"
        onChoose={close}
      />
    </>
  );
}

function Panels({ open, close }: Part) {
  const shared = { onClose: close, closeLabel: '닫기' };
  return (
    <>
      <SideDrawer {...shared} open={open === 'drawer'} title="서랍">
        <ListRow
          height={56}
          tile={<Tile size={32}>MNQ</Tile>}
          title="마이크로 나스닥"
          current
          onPress={close}
        />
        <ListRow height={56} tile={<Tile size={32}>GC</Tile>} title="골드" onPress={close} />
        <ListRow
          height={56}
          tile={<Tile size={32}>BTC</Tile>}
          title="이름이 아주 길어서 한 줄에 다 들어가지 않는 종목"
          onPress={close}
        />
      </SideDrawer>
      <FullScreenPanel {...shared} open={open === 'panel'} title="전체 화면">
        <ListRow title="마이크로 나스닥" meta="입금 확인까지 10분쯤 걸립니다." onPress={close} />
      </FullScreenPanel>
    </>
  );
}

function Dialogs({ open, close }: Part) {
  return (
    <>
      <Dialog
        open={open === 'dialog'}
        title="알림"
        message="오늘은 휴장일입니다."
        safe="확인"
        onSafe={close}
      />
      <Dialog
        open={open === 'question'}
        title="따라가기를 그만할까요?"
        message="열린 포지션은 그대로 남습니다."
        safe="계속 따라가기"
        onSafe={close}
        other="그만하기"
        onOther={close}
      />
      <NoticeDialog
        open={open === 'notice'}
        onClose={close}
        kind="공지사항"
        title="서버 점검 안내"
        when="2025.11.14"
        closeLabel="닫기"
      >
        <p>11월 15일 04:00부터 06:00까지 점검합니다. 점검 중에는 주문할 수 없습니다.</p>
      </NoticeDialog>
      <LoadingOverlay open={open === 'loading'} label="거래 처리" />
    </>
  );
}

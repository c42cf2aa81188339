// The page of one round on a phone: its facts above, and the dock below.
import { EntryBoard } from './entry-board.tsx';
import { GuestDock } from './guest-dock.tsx';
import { RentBoard } from './rent-board.tsx';
import { TableDock } from './table-dock.tsx';
import { type TradeTableProps, useTradeTable } from './use-trade-table.tsx';

export function TradeTable(props: TradeTableProps) {
  const { isRent, board, dock, lastSeconds, whySheet } = useTradeTable(props);
  const Board = isRent ? RentBoard : EntryBoard;
  return (
    <>
      <main className="trade-page__main trade-table">
        {lastSeconds}
        <Board {...board} />
      </main>
      {board.isGuest ? <GuestDock /> : <TableDock {...dock} />}
      {whySheet}
    </>
  );
}

// The tree of partners: the head offices; or the way down to the one that was opened, with whoever is below it, and one
// of them in the drawer.
import type { ReceivedReply } from '@maru/client/call';
import {
  listPartners,
  MOST_COUNTED_BELOW,
  partnerFirstPassword,
  partnerMembers,
} from '@maru/contract/partner/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Facts, Notice, Tag } from '../parts/facts.tsx';
import { dayOf, minuteOf } from '../parts/moments.ts';
import { moneyOf } from '../parts/money.ts';
import { Page } from '../parts/page.tsx';
import { Drawer, DrawerSection, Panel } from '../parts/panel.tsx';
import { useMay } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { usePages } from '../shell/use-pages.ts';
import { words } from '../text/partner.ts';
import { ChangePartner, NewPartner } from './partner-dialogs.tsx';
import { Statement } from './partner-statement.tsx';
import { type Partner, percentOf } from './rate-fields.tsx';
import '../books/books.css';
import './partner.css';

const countOf = (count: number): string =>
  count >= MOST_COUNTED_BELOW ? words.more : moneyOf(String(count));

const isWide = (): boolean => globalThis.matchMedia?.('(min-width: 1024px)').matches ?? true;
/** So far to the right is who stands one level below. */
const STEP_PX = 20;

const StateTag = ({ partner: { status, isNew } }: { readonly partner: Partner }) => (
  <Tag tone={status === 'DENY' ? 'warn' : isNew ? 'brass' : 'plain'}>
    {status === 'ACTIVE' && isNew ? words.isNew : words.states[status]}
  </Tag>
);

/** What is given: `코인선물 30% · 바이너리 0.2%`. */
function ratesText({ rates }: Partner): string {
  const given = rates.filter(({ rate }) => percentOf(rate) !== '0');
  if (given.length === 0) return words.percent('0');
  return given
    .map(({ product, rate }) => `${words.product(product)} ${words.percent(percentOf(rate))}`)
    .join(' · ');
}

/** Below `top` each level is further to the right; without it all rows are level. */
const columnsFrom = (top: Partner | undefined): readonly Column<Partner>[] => [
  {
    head: words.title,
    cell: ({ code, nick, level }) => (
      <span className="partner-place" style={{ paddingLeft: top && (level - top.level) * STEP_PX }}>
        <b className="figure">{code}</b> {nick}
      </span>
    ),
  },
  { head: words.level, cell: ({ level }) => words.levels[level], isExtra: true },
  { head: words.state, cell: (partner) => <StateTag partner={partner} />, isExtra: true },
  {
    head: words.rates,
    cell: (partner) => <span className="partner-rates figure">{ratesText(partner)}</span>,
    isExtra: true,
  },
  {
    head: words.membersBelow,
    align: 'right',
    cell: ({ membersBelow }) => <span className="figure">{countOf(membersBelow)}</span>,
  },
  {
    head: words.children,
    align: 'right',
    cell: ({ children }) => <span className="figure">{countOf(children)}</span>,
  },
];

export function Screen() {
  const may = useMay();
  const isStaff = may('ACCOUNTS_READ');
  /** Who was opened, from above. */
  const [line, setLine] = useState<readonly Partner[]>([]);
  const [chosen, setChosen] = useState<number>();
  // On a phone the drawer covers the list.
  const [isOpen, setOpen] = useState(isWide);
  const [parent, setParent] = useState<Partner | 'HEAD'>();
  const opened = line.at(-1);
  // A partner begins with the own part of the tree.
  const first = isStaff ? { level: 1 } : {};
  const partners = usePages(listPartners, opened === undefined ? first : { parentId: opened.id });
  // While those below are read, the list before is still there.
  const below = partners.rows.filter(({ parentId }) => opened === undefined || parentId === opened.id);
  const rows = [...line, ...below];
  const selected = isOpen ? (rows.find(({ id }) => id === chosen) ?? below[0] ?? opened) : undefined;
  const go = (next: readonly Partner[]) => {
    setLine(next);
    setChosen(undefined);
    setOpen(isWide());
  };
  /** Of one on the way down it leads up again to that one. */
  const goBelow = (partner: Partner) => {
    const place = line.findIndex(({ id }) => id === partner.id);
    go(place < 0 ? [...line, partner] : line.slice(0, place + 1));
  };
  return (
    <Page
      title={words.title}
      tools={
        <>
          {opened !== undefined && (
            <Button hotkey="u" onPress={() => go(line.slice(0, -1))}>
              {words.above}
            </Button>
          )}
          {may('PARTNER_EDIT') && isStaff && (
            <Button kind="primary" takesTwo hotkey="n" onPress={() => setParent(opened ?? 'HEAD')}>
              {words.add}
            </Button>
          )}
        </>
      }
    >
      {/* Whoever was opened is in the list, also while nobody below can be read. */}
      {partners.fault !== undefined && rows.length > 0 && (
        <Notice tone="danger">{partners.fault.message}</Notice>
      )}
      <div className={selected === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <DataTable
            label={words.title}
            rows={rows}
            keyOf={({ id }) => id}
            selected={selected?.id}
            onSelect={({ id }) => {
              setChosen(id);
              setOpen(true);
            }}
            onOpen={(partner) => {
              if (partner.children > 0 && partner.id !== opened?.id) goBelow(partner);
            }}
            isLoading={partners.isLoading}
            empty={partners.fault?.message ?? words.none}
            hasMore={partners.hasMore}
            onMore={() => void partners.more()}
            columns={columnsFrom(line[0])}
          />
        </Panel>
        {selected !== undefined && (
          <Details
            key={selected.id}
            partner={selected}
            onBelow={selected.children > 0 && selected !== opened ? () => goBelow(selected) : undefined}
            onAdd={() => setParent(selected)}
            onChanged={() => void partners.reload()}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
      {parent !== undefined && (
        <NewPartner
          parent={parent === 'HEAD' ? undefined : parent}
          rates={parent === 'HEAD' ? (selected?.rates ?? rows[0]?.rates ?? []) : parent.rates}
          onClose={() => setParent(undefined)}
        />
      )}
    </Page>
  );
}

interface DetailsProps {
  readonly partner: Partner;
  /** Undefined where nobody is below, or they are shown already. */
  readonly onBelow: (() => void) | undefined;
  readonly onAdd: () => void;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function Details({ partner, onBelow, onAdd, onChanged, onClose }: DetailsProps) {
  const may = useMay();
  const revealing = useAct(partnerFirstPassword);
  const members = usePages(partnerMembers, { partnerId: partner.id });
  const [asking, setAsking] = useState<'RATES' | 'RESET'>();
  const [half, setHalf] = useState<ReceivedReply<typeof partnerFirstPassword>>();
  async function reveal(): Promise<void> {
    const outcome = await revealing.act({ partnerId: partner.id });
    if (outcome.ok) setHalf(outcome.reply);
    onChanged();
  }
  return (
    <Drawer
      label={partner.nick}
      onClose={onClose}
      head={
        <h2 className="books-section__title">
          {partner.code} · {partner.nick}
        </h2>
      }
      actions={
        <>
          {onBelow !== undefined && (
            <Button hotkey="d" onPress={onBelow}>
              {words.below}
            </Button>
          )}
          {may('PARTNER_EDIT') && (
            <>
              {partner.level < words.levels.length - 1 && (
                <Button takesTwo onPress={onAdd}>
                  {words.addBelow}
                </Button>
              )}
              <Button takesTwo onPress={() => setAsking('RATES')}>
                {words.change}
              </Button>
              <Button takesTwo onPress={() => setAsking('RESET')}>
                {words.reset}
              </Button>
            </>
          )}
        </>
      }
    >
      <Facts
        facts={[
          { label: words.username, value: partner.username },
          { label: words.name, value: partner.name },
          { label: words.level, value: words.levels[partner.level] },
          { label: words.state, value: <StateTag partner={partner} /> },
          { label: words.members, value: countOf(partner.members) },
          { label: words.membersBelow, value: countOf(partner.membersBelow) },
          { label: words.made, value: minuteOf(partner.createdMillis) },
        ]}
      />
      {partner.half !== null && may('PARTNER_EDIT') && (
        <Button kind="primary" busy={revealing.isBusy} onPress={() => void reveal()}>
          {words.half}
        </Button>
      )}
      <DrawerSection title={words.rates}>
        <DataTable
          label={words.rates}
          isSmall
          rows={partner.rates}
          keyOf={({ product }) => product}
          empty={words.none}
          columns={[
            { head: words.item, cell: ({ product }) => words.product(product) },
            { head: words.base, cell: ({ base }) => words.bases[base] },
            {
              head: words.rate,
              align: 'right',
              cell: ({ rate }) => <span className="figure">{words.percent(percentOf(rate))}</span>,
            },
            {
              head: words.next,
              align: 'right',
              cell: ({ next }) => (next === null ? '' : words.percent(percentOf(next))),
            },
          ]}
        />
      </DrawerSection>
      <Statement partnerId={partner.id} />
      <DrawerSection title={words.members}>
        <DataTable
          label={words.members}
          isSmall
          rows={members.rows}
          keyOf={({ id }) => id}
          isLoading={members.isLoading}
          empty={members.fault?.message ?? words.noMembers}
          hasMore={members.hasMore}
          onMore={() => void members.more()}
          columns={[
            { head: words.nick, cell: ({ nick }) => nick },
            { head: words.joined, cell: ({ joinedMillis }) => dayOf(joinedMillis) },
          ]}
        />
      </DrawerSection>
      {asking !== undefined && (
        <ChangePartner partner={partner} kind={asking} onClose={() => setAsking(undefined)} />
      )}
      {half !== undefined && (
        <ConfirmDialog
          open
          title={words.halves[half.half]}
          confirm={words.kept}
          onClose={() => setHalf(undefined)}
          onConfirm={() => setHalf(undefined)}
        >
          <p className="figure">{half.text}</p>
          <p>{words.halfSentence}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  );
}

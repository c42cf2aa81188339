// The tree of partners: the head offices, then whoever is below the one that was opened, and one of them in the drawer.
import type { ReceivedReply } from '@maru/client/call';
import {
  listPartners,
  MOST_COUNTED_BELOW,
  partnerFirstPassword,
  partnerMembers,
} from '@maru/contract/partner/calls';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Facts, Tag } from '../parts/facts.tsx';
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

const countOf = (count: number): string =>
  count >= MOST_COUNTED_BELOW ? words.more : moneyOf(String(count));

const WIDE = '(min-width: 1024px)';

const StateTag = ({ partner: { status, isNew } }: { readonly partner: Partner }) => (
  <Tag tone={status === 'DENY' ? 'warn' : isNew ? 'brass' : 'plain'}>
    {status === 'ACTIVE' && isNew ? words.isNew : words.states[status]}
  </Tag>
);

export function Screen() {
  const may = useMay();
  const isStaff = may('ACCOUNTS_READ');
  /** Who was opened, from above. */
  const [line, setLine] = useState<readonly Partner[]>([]);
  const [chosen, setChosen] = useState<number>();
  // On a phone the drawer covers the list.
  const [isOpen, setOpen] = useState(() => globalThis.matchMedia?.(WIDE).matches ?? true);
  const [parent, setParent] = useState<Partner | 'HEAD'>();
  const opened = line.at(-1);
  // A partner begins with the own part of the tree.
  const first = isStaff ? { level: 1 } : {};
  const partners = usePages(listPartners, opened === undefined ? first : { parentId: opened.id });
  const selected = isOpen ? (partners.rows.find(({ id }) => id === chosen) ?? partners.rows[0]) : undefined;
  const go = (next: readonly Partner[]) => {
    setLine(next);
    setChosen(undefined);
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
      {line.length > 0 && (
        <p>{[words.heads, ...line.map(({ code, nick }) => `${code} ${nick}`)].join(' › ')}</p>
      )}
      <div className={selected === undefined ? 'list-and-drawer' : 'list-and-drawer list-and-drawer--open'}>
        <Panel isFlush fills>
          <DataTable
            label={words.title}
            rows={partners.rows}
            keyOf={({ id }) => id}
            selected={selected?.id}
            onSelect={({ id }) => {
              setChosen(id);
              setOpen(true);
            }}
            isLoading={partners.isLoading}
            empty={words.none}
            hasMore={partners.hasMore}
            onMore={() => void partners.more()}
            columns={[
              { head: words.code, cell: ({ code }) => <b className="figure">{code}</b> },
              { head: words.nick, cell: ({ nick }) => nick },
              { head: words.level, cell: ({ level }) => words.levels[level] },
              { head: words.state, cell: (partner) => <StateTag partner={partner} />, isExtra: true },
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
            ]}
          />
        </Panel>
        {selected !== undefined && (
          <Details
            key={selected.id}
            partner={selected}
            onBelow={() => go([...line, selected])}
            onAdd={() => setParent(selected)}
            onChanged={() => void partners.reload()}
            onClose={() => setOpen(false)}
          />
        )}
      </div>
      {parent !== undefined && (
        <NewPartner
          parent={parent === 'HEAD' ? undefined : parent}
          rates={parent === 'HEAD' ? (selected?.rates ?? partners.rows[0]?.rates ?? []) : parent.rates}
          onClose={() => setParent(undefined)}
        />
      )}
    </Page>
  );
}

interface DetailsProps {
  readonly partner: Partner;
  readonly onBelow: () => void;
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
          {partner.children > 0 && (
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
          empty={words.noMembers}
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

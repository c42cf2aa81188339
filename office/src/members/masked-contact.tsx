// Contact data, masked. A look takes a reason, is in the audit log and ends after a minute.
import { Icon } from '@maru/app/ui/icons/icon';
import { type MaskedField, revealMember } from '@maru/contract/members/calls';
import { useEffect, useState } from 'react';
import { ReasonDialog } from '../parts/dialogs.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { words } from '../text/members.ts';

type Contact = Readonly<Record<'phone' | 'email' | 'bank' | 'address', string | null>>;

const FIELDS = [
  ['PHONE', 'phone'],
  ['EMAIL', 'email'],
  ['BANK', 'bank'],
  ['ADDRESS', 'address'],
] as const;

interface Revealed {
  readonly field: MaskedField;
  readonly value: string;
  readonly untilMillis: number;
  readonly leftToday: number;
}

export function MaskedContact({
  playerId,
  contact,
}: {
  readonly playerId: number;
  readonly contact: Contact;
}) {
  const { timers } = useOffice();
  const may = useMay();
  const { act, isBusy } = useAct(revealMember);
  const [asked, setAsked] = useState<MaskedField>();
  const [revealed, setRevealed] = useState<Revealed>();
  const known = FIELDS.filter(([, name]) => contact[name] !== null);

  useEffect(() => {
    if (revealed === undefined) return undefined;
    return timers.after(Math.max(0, revealed.untilMillis - timers.now()), () => setRevealed(undefined));
  }, [revealed, timers]);

  async function reveal(reason: string): Promise<void> {
    if (asked === undefined) return;
    const outcome = await act({ playerId, field: asked, reason });
    setAsked(undefined);
    if (outcome.ok) setRevealed({ field: asked, ...outcome.reply });
  }
  if (known.length === 0) return null;
  return (
    <section className="masked" aria-label={words.contact}>
      {known.map(([field, name]) => {
        const own = revealed?.field === field ? revealed : undefined;
        return (
          <p key={field} className="masked__row">
            <span className="masked__label">{words.fields[field]}</span>
            <span className="masked__value figure">{own?.value ?? contact[name]}</span>
            {own === undefined && may('MEMBER_REVEAL') && (
              <button
                type="button"
                className="masked__show"
                aria-label={words.revealOf(words.fields[field])}
                onClick={() => setAsked(field)}
              >
                <Icon name="eye" size={16} /> {words.reveal}
              </button>
            )}
          </p>
        );
      })}
      <p className="masked__note">
        {revealed === undefined ? words.recorded : words.left(revealed.leftToday)}
      </p>
      {asked !== undefined && (
        <ReasonDialog
          open
          title={words.revealTitle(words.fields[asked])}
          confirm={words.reveal}
          hint={words.revealHint}
          usual={words.revealUsual}
          busy={isBusy}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason) => void reveal(reason)}
        />
      )}
    </section>
  );
}

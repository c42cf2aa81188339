// The lower half of picture 40b: the level, the side, how often, and how the member is told.
import { formatPrice, MISSING } from '@maru/client/format';
import { type AlertInstrument, createAlert, editAlert } from '@maru/contract/alert/calls';
import { useCall } from '../shell/connection/use-call.ts';
import { useAlerts } from '../shell/messages/alert.tsx';
import { useToasts } from '../shell/messages/toasts.tsx';
import { alertWords } from '../text/alert.ts';
import { useWords } from '../text/language.tsx';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { Segmented } from '../ui/controls/segmented.tsx';
import { Stepper } from '../ui/controls/stepper.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import { SettingRow } from '../ui/rows/setting-row.tsx';
import { type AlertDraft, gapOf, levelText, withLevel } from './alert-draft.ts';

interface Props {
  readonly instrument: AlertInstrument;
  readonly draft: AlertDraft;
  /** The price that the alert compares, as it is now. */
  readonly now: string | undefined;
  /** The alert that is changed; undefined for a new one. */
  readonly editedId: number | undefined;
  readonly counts: { readonly here: number; readonly all: number; readonly most: number };
  readonly onChange: (draft: AlertDraft) => void;
  readonly onClose: () => void;
}

export function AlertForm({ instrument, draft, now, editedId, counts, onChange, onClose }: Props) {
  const words = useWords(alertWords);
  const { show } = useAlerts();
  const toasts = useToasts();
  const creating = useCall(createAlert);
  const editing = useCall(editAlert);
  const { stock, precision, tickSize, hasMark } = instrument;
  const change = (changed: Partial<AlertDraft>) => onChange({ ...draft, ...changed });
  const level = levelText(draft.level, precision);
  const gap = now === undefined ? undefined : gapOf(draft.level, now);
  const sign = gap?.points.startsWith('-') === false ? '+' : '';

  async function send(): Promise<void> {
    const outcome =
      editedId === undefined
        ? await creating.send({ body: { stock, ...draft } })
        : await editing.send({ body: { id: editedId, ...draft } });
    if (outcome === undefined) return;
    if (!outcome.ok) return show(outcome.message);
    toasts.show({ kind: 'order', title: editedId === undefined ? words.created : words.saved });
    onClose();
  }

  const create = draft.fires === 'AT_OR_ABOVE' ? words.createAbove(level) : words.createBelow(level);
  return (
    <section className="alert-form" aria-label={words.title}>
      <div className="alert-form__head">
        <h2 className="text-title2">{words.title}</h2>
        <IconButton icon="close" label={words.back} onPress={onClose} />
      </div>
      <div className="alert-form__level">
        <Stepper
          label={words.price}
          words={{ less: words.less, more: words.more }}
          value={draft.level}
          step={tickSize}
          precision={precision}
          minus
          isPadded
          size="large"
          onChange={(typed) => onChange(withLevel(draft, typed, now))}
        />
        <Segmented
          label={words.side}
          value={draft.fires}
          options={[
            { value: 'AT_OR_ABOVE', label: words.above },
            { value: 'AT_OR_BELOW', label: words.below },
          ]}
          onChange={(fires) => change({ fires })}
        />
      </div>
      <p className="alert-form__gap">
        <span>
          {words.fromNow}{' '}
          <b className="figure">
            {gap === undefined ? MISSING : `${sign}${formatPrice(gap.points, precision)}`}
          </b>{' '}
          <span className="figure">{gap?.percent}</span>
        </span>
        {hasMark && (
          <button
            type="button"
            className="alert-form__basis"
            aria-label={`${words.basis} ${draft.basis === 'LAST' ? words.last : words.mark}`}
            onClick={() => change({ basis: draft.basis === 'LAST' ? 'MARK' : 'LAST' })}
          >
            {draft.basis === 'LAST' ? words.last : words.mark}
            <Icon name="chevron-down" size={16} />
          </button>
        )}
      </p>
      <div className="alert-form__row">
        <span>{words.often}</span>
        <Segmented
          label={words.often}
          size="small"
          value={draft.repeat}
          options={[
            { value: 'ONCE', label: words.once },
            { value: 'ALWAYS', label: words.always },
          ]}
          onChange={(repeat) => change({ repeat })}
        />
      </div>
      <SettingRow
        label={words.push}
        lead={words.pushLead}
        checked={draft.push}
        onChange={(push) => change({ push })}
      />
      <SettingRow
        label={words.inApp}
        lead={words.inAppLead}
        checked={draft.inApp}
        onChange={(inApp) => change({ inApp })}
      />
      <Button busy={creating.busy || editing.busy} disabled={draft.level === ''} onPress={() => void send()}>
        {editedId === undefined ? create : words.save}
      </Button>
      <p className="alert-form__counts text-caption figure">
        {words.counts(String(counts.here), String(counts.all), String(counts.most))}
      </p>
    </section>
  );
}

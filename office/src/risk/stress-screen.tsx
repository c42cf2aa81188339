// What would happen if prices moved. Everything here is computed; nothing is done.
import { Icon } from '@maru/app/ui/icons/icon';
import { riskExposure } from '@maru/contract/risk/exposure';
import { deleteRiskPreset, riskPresets, riskStress, saveRiskPreset } from '@maru/contract/risk/stress';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { Chips, Notice } from '../parts/facts.tsx';
import { Field } from '../parts/form.tsx';
import { timeOf } from '../parts/moments.ts';
import { Page } from '../parts/page.tsx';
import { useMay, useOffice } from '../shell/office-context.tsx';
import { useAct } from '../shell/use-act.ts';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/risk.ts';
import './risk.css';
import { type MovedInstrument, type Moves, NO_MOVES, StressMoves } from './stress-moves.tsx';
import { ClosedMembers, HousePanel, NetsPanel, StressFigures, type StressReply } from './stress-result.tsx';

const { stress } = words;
const OWN = '0';

const bodyOf = ({ byInstrument, won, slippage, minutes, impact }: Moves) => ({
  moves: Object.entries(byInstrument)
    .filter(([, percent]) => percent !== 0)
    .map(([instrumentId, percent]) => ({ instrumentId: Number(instrumentId), percent: String(percent) })),
  wonPercent: String(won),
  slippagePercent: slippage || '0',
  impactPercent: impact || '0',
  minutes: Number(minutes),
});

export function Screen() {
  const office = useOffice();
  const may = useMay();
  const exposure = useRead(riskExposure, {});
  const presets = useRead(riskPresets, {});
  const { act: run, isBusy } = useAct(riskStress);
  const { act: remove } = useAct(deleteRiskPreset);
  const [moves, setMoves] = useState(NO_MOVES);
  const [preset, setPreset] = useState(OWN);
  const [result, setResult] = useState<StressReply>();
  const [isSaving, setSaving] = useState(false);

  async function compute(of: Moves): Promise<void> {
    const outcome = await run(bodyOf(of));
    if (outcome.ok) setResult(outcome.reply);
  }
  /** The page begins with prices as they are. */
  const begin = useRef(() => void compute(NO_MOVES));
  useEffect(() => begin.current(), []);

  const saved = presets.data?.content ?? [];
  function choose(id: string): void {
    setPreset(id);
    const found = saved.find(({ riskPresetId }) => String(riskPresetId) === id);
    const next: Moves =
      found === undefined
        ? NO_MOVES
        : {
            byInstrument: Object.fromEntries(
              found.moves.map(({ instrumentId, percent }) => [instrumentId, Number(percent)]),
            ),
            won: Number(found.wonPercent),
            slippage: found.slippagePercent,
            minutes: String(found.minutes),
            impact: found.impactPercent,
          };
    setMoves(next);
    void compute(next);
  }
  async function deleteChosen(): Promise<void> {
    const outcome = await remove({ riskPresetId: Number(preset) });
    if (!outcome.ok) return;
    office.toast('good', stress.deleted);
    setPreset(OWN);
    await presets.reload();
  }

  const instruments = movable(exposure.data?.instruments ?? []);
  return (
    <Page
      title={stress.title}
      badge={words.title}
      tools={
        <>
          <Chips
            label={stress.presets}
            value={preset}
            onChange={choose}
            choices={[
              { value: OWN, label: stress.own },
              ...saved.map(({ riskPresetId, name }) => ({ value: String(riskPresetId), label: name })),
            ]}
          />
          {preset !== OWN && may('MARKET_CONTROL') && (
            <Button size="small" kind="quiet" onPress={() => void deleteChosen()}>
              {stress.delete}
            </Button>
          )}
          <Button size="small" onPress={() => office.place.go('/risk')}>
            {words.toRisk}
          </Button>
        </>
      }
    >
      <p className="stress-notice">
        <Icon name="info" size={18} />
        <span>
          <b>{stress.notice}</b>{' '}
          {result !== undefined && stress.copied(timeOf(result.atMillis), result.accounts)}
        </span>
        {result !== undefined && (
          <span className="figure">
            {result.passes > 1 && `${stress.passes(result.passes)} · `}
            {stress.took((result.tookMillis / 1_000).toFixed(2))}
          </span>
        )}
      </p>
      {result?.isPartial === true && <Notice tone="warn">{words.partial}</Notice>}
      {result !== undefined && <StressFigures result={result} />}
      <div className="stress-grid">
        <StressMoves
          instruments={instruments}
          moves={moves}
          onChange={setMoves}
          isBusy={isBusy}
          onRun={() => void compute(moves)}
          onSave={may('MARKET_CONTROL') ? () => setSaving(true) : undefined}
        />
        {result !== undefined && <ClosedMembers result={result} />}
        {result !== undefined && (
          <div className="stress-side">
            <NetsPanel result={result} />
            <HousePanel result={result} />
          </div>
        )}
      </div>
      <SaveDialog
        open={isSaving}
        moves={moves}
        onClose={() => setSaving(false)}
        onSaved={() => void presets.reload()}
      />
    </Page>
  );
}

/** Instruments in which something is open: each once, however many products trade it. */
function movable(
  held: readonly { readonly instrumentId: number; readonly code: string; readonly koName: string }[],
): readonly MovedInstrument[] {
  const byId = new Map(held.map(({ instrumentId, code }) => [instrumentId, { instrumentId, name: code }]));
  return [...byId.values()];
}

interface SaveProps {
  readonly open: boolean;
  readonly moves: Moves;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function SaveDialog({ open, moves, onClose, onSaved }: SaveProps) {
  const office = useOffice();
  const { act, isBusy } = useAct(saveRiskPreset);
  const [name, setName] = useState('');
  async function save(): Promise<void> {
    const outcome = await act({ name: name.trim(), ...bodyOf(moves) });
    if (!outcome.ok) return;
    office.toast('good', stress.saved);
    setName('');
    onSaved();
    onClose();
  }
  return (
    <ConfirmDialog
      open={open}
      title={stress.saveTitle}
      confirm={stress.save}
      busy={isBusy}
      canConfirm={name.trim() !== ''}
      onClose={onClose}
      onConfirm={() => void save()}
    >
      <Field label={stress.name} value={name} maxLength={20} isFirst onChange={setName} />
    </ConfirmDialog>
  );
}

// The settings of a site as a form, for a new one and for one that stands.
import { Checkbox } from '@maru/app/ui/controls/checkbox';
import { bankList } from '@maru/contract/site';
import {
  ACCENTS,
  BINARY_CURRENCIES,
  COINS,
  currencyOf,
  type SettingName,
  type SiteSettings,
  THEMES,
  UP_DOWNS,
  WALLETS,
} from '@maru/contract/site/settings';
import { type SiteFeatures, siteFeatures } from '@maru/contract/site-type';
import type { ReactNode } from 'react';
import { Choices } from '../parts/choices.tsx';
import { Notice } from '../parts/facts.tsx';
import { Field, Select, TextArea } from '../parts/form.tsx';
import { Panel } from '../parts/panel.tsx';
import { useRead } from '../shell/use-read.ts';
import { words } from '../text/site.ts';
import './site.css';

interface Props {
  readonly settings: SiteSettings;
  /** The setting that breaks a rule. */
  readonly wrong: { readonly name: string; readonly message: string } | undefined;
  /** Wallets and currencies cannot be changed any more. */
  readonly isFixed: boolean;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<SiteSettings>) => void;
  /** What only a new site has, before its name. */
  readonly children?: ReactNode;
}

/** In the order of the digits; the second is unused. */
const BITS: readonly (keyof SiteFeatures | undefined)[] = [
  'oversea',
  undefined,
  'p2p',
  'futures',
  'powerBall',
  'binary',
];

export function SiteForm({ settings, wrong, isFixed, disabled, onChange, children }: Props) {
  const errorOf = (name: SettingName) => (wrong?.name === name ? wrong.message : undefined);
  const banks = useRead(bankList);
  const { theme } = settings;
  return (
    <fieldset className="site-form" disabled={disabled}>
      <Panel title={words.basics}>
        <div className="form-grid">
          {children}
          <Field
            label={words.name}
            value={settings.name}
            maxLength={40}
            error={errorOf('name')}
            onChange={(name) => onChange({ name })}
          />
          <Select
            label={words.language}
            value={settings.language}
            choices={(['ko', 'en'] as const).map((value) => ({ value, label: words.languages[value] }))}
            onChange={(language) => onChange({ language })}
          />
          <TextArea
            label={words.hosts}
            hint={words.hostsHint}
            rows={2}
            value={settings.hosts.join('\n')}
            error={errorOf('hosts')}
            onChange={(text) => onChange({ hosts: text.split(/[\n,]/) })}
          />
        </div>
      </Panel>
      <Panel title={words.products} aside={<span className="figure">{settings.type}</span>}>
        <Choices
          label={words.products}
          error={errorOf('type')}
          choices={BITS.flatMap((feature) => feature ?? []).map((feature) => ({
            value: feature,
            label: words.features[feature],
          }))}
          chosen={BITS.flatMap((feature) => feature ?? []).filter(
            (feature) => siteFeatures(settings.type)?.[feature] === true,
          )}
          onChange={(chosen) =>
            onChange({
              type: BITS.map((feature) => (feature && chosen.includes(feature) ? '1' : '0')).join(''),
            })
          }
        />
      </Panel>
      <Panel title={words.wallets}>
        {isFixed && <Notice>{words.fixed}</Notice>}
        <Choices
          label={words.usedCoins}
          error={errorOf('usedCoins')}
          disabled={isFixed}
          choices={WALLETS.map((value) => ({ value, label: value }))}
          chosen={settings.usedCoins}
          onChange={(usedCoins) => onChange({ usedCoins })}
        />
        <Choices
          label={words.depositCoins}
          error={errorOf('depositCoins')}
          choices={settings.usedCoins
            .filter((value) => value !== 'FUTURES')
            .map((value) => ({ value, label: value }))}
          chosen={settings.depositCoins}
          onChange={(depositCoins) => onChange({ depositCoins })}
        />
        <Choices
          label={words.buyCoins}
          error={errorOf('buyCoins')}
          choices={COINS.filter((coin) => settings.usedCoins.includes(coin)).map((value) => ({
            value,
            label: value,
          }))}
          chosen={settings.buyCoins}
          onChange={(buyCoins) => onChange({ buyCoins })}
        />
        <div className="form-grid">
          <Select
            label={words.binaryCurrency}
            value={settings.binaryCurrency}
            disabled={isFixed}
            error={errorOf('binaryCurrency')}
            choices={BINARY_CURRENCIES.map((value) => ({ value: value as string, label: value }))}
            onChange={(binaryCurrency) => onChange({ binaryCurrency })}
          />
          <Field
            label={`${words.prefixes} · ${words.stockPrefix}`}
            value={settings.stockPrefix}
            maxLength={12}
            error={errorOf('stockPrefix')}
            onChange={(stockPrefix) => onChange({ stockPrefix })}
          />
          <Field
            label={`${words.prefixes} · ${words.overseaPrefix}`}
            value={settings.overseaPrefix}
            maxLength={12}
            error={errorOf('overseaPrefix')}
            onChange={(overseaPrefix) => onChange({ overseaPrefix })}
          />
        </div>
      </Panel>
      <Amounts
        title={words.practiceCredit}
        names={settings.usedCoins}
        amounts={settings.practiceCredit}
        error={errorOf('practiceCredit')}
        onChange={(practiceCredit) => onChange({ practiceCredit })}
      />
      <Amounts
        title={words.refillMost}
        names={[...new Set(settings.usedCoins.map((wallet) => currencyOf(wallet, settings.binaryCurrency)))]}
        amounts={settings.refillMost}
        error={errorOf('refillMost')}
        onChange={(refillMost) => onChange({ refillMost })}
      />
      <Panel title={words.look}>
        <div className="form-grid">
          <Select
            label={words.theme}
            value={theme.theme}
            choices={THEMES.map((value) => ({ value, label: words.themes[value] }))}
            onChange={(value) => onChange({ theme: { ...theme, theme: value } })}
          />
          <Select
            label={words.updown}
            value={theme.updown}
            choices={UP_DOWNS.map((value) => ({ value, label: words.updowns[value] }))}
            onChange={(updown) => onChange({ theme: { ...theme, updown } })}
          />
          <Select
            label={words.accent}
            value={theme.accent}
            choices={ACCENTS.map((value) => ({ value, label: words.accents[value] }))}
            onChange={(accent) => onChange({ theme: { ...theme, accent } })}
          />
        </div>
      </Panel>
      <Panel title={words.banks}>
        <Checkbox
          size="small"
          checked={settings.banks === null}
          onChange={(isAll) => onChange({ banks: isAll ? null : [] })}
        >
          {words.allBanks}
        </Checkbox>
        {settings.banks !== null && (
          <Choices
            label={words.banks}
            error={errorOf('banks')}
            choices={(banks.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={settings.banks.map(String)}
            onChange={(chosen) => onChange({ banks: chosen.map(Number) })}
          />
        )}
      </Panel>
    </fieldset>
  );
}

interface AmountsProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly amounts: Readonly<Record<string, string>>;
  readonly error: string | undefined;
  readonly onChange: (amounts: Readonly<Record<string, string>>) => void;
}

function Amounts({ title, names, amounts, error, onChange }: AmountsProps) {
  return (
    <Panel title={title}>
      <div className="form-grid">
        {names.map((name) => (
          <Field
            key={name}
            label={name}
            inputMode="decimal"
            value={amounts[name] ?? ''}
            onChange={(typed) => {
              const rest = Object.fromEntries(Object.entries(amounts).filter(([key]) => key !== name));
              onChange(typed.trim() === '' ? rest : { ...rest, [name]: typed.replaceAll(',', '') });
            }}
          />
        ))}
      </div>
      {error !== undefined && (
        <p className="form-field__error" role="alert">
          {error}
        </p>
      )}
    </Panel>
  );
}

import { lazy, Suspense, useState } from 'react';
import { accountWords } from '../../text/account.ts';
import type { DocumentName } from '../../text/documents/document.ts';
import { useWords } from '../../text/language.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { StepProps } from './sign-up-screen.tsx';
import { useFieldErrors } from './use-field-errors.ts';

const DocumentSheet = lazy(async () => ({ default: (await import('./document-sheet.tsx')).DocumentSheet }));

type Agreement = 'agreedTerms' | 'agreedPrivacy' | 'agreedRisk';

interface Bank {
  readonly id: number;
  readonly name: string;
}

export function BankStep({ form, change, refused, banks }: StepProps & { readonly banks: readonly Bank[] }) {
  const words = useWords(accountWords);
  const { errorOf, wasLeft, leave } = useFieldErrors({ form, refused });
  const [reading, setReading] = useState<DocumentName | undefined>(undefined);
  const agreements: readonly { field: Agreement; label: string; document: DocumentName }[] = [
    { field: 'agreedTerms', label: words.agreeTerms, document: 'terms' },
    { field: 'agreedPrivacy', label: words.agreePrivacy, document: 'privacy' },
    { field: 'agreedRisk', label: words.agreeRisk, document: 'risk' },
  ];
  const agreedAll = agreements.every(({ field }) => form[field]);
  return (
    <>
      <h2 className="sign-up__title" tabIndex={-1}>
        {words.bankTitle}
      </h2>
      <p className="sign-up__lead">{words.bankLead}</p>
      <div className="sign-up__fields sign-up__fields--close">
        <SelectField
          label={words.bank}
          name="bankId"
          value={form.bankId}
          options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(bankId) => change({ bankId })}
          required={false}
          error={errorOf('bankId', wasLeft('accountNumber'))}
        />
        <TextField
          label={words.accountNumber}
          name="accountNumber"
          pattern="digitsAndHyphen"
          maxLength={32}
          value={form.accountNumber}
          onChange={(accountNumber) => change({ accountNumber })}
          onLeave={() => leave('accountNumber')}
          required={false}
          error={errorOf('accountNumber')}
        />
        <TextField
          label={words.accountHolder}
          name="accountHolder"
          value={form.name.trim()}
          onChange={() => {}}
          locked
        />
      </div>
      <fieldset className="sign-up__agreements">
        <legend className="unseen">{words.agreeAll}</legend>
        <div className="sign-up__agree-all">
          <Checkbox
            checked={agreedAll}
            onChange={(agreed) => change({ agreedTerms: agreed, agreedPrivacy: agreed, agreedRisk: agreed })}
          >
            {words.agreeAll}
          </Checkbox>
        </div>
        {agreements.map(({ field, label, document }) => (
          <div key={field} className="sign-up__agreement">
            <Checkbox size="small" checked={form[field]} onChange={(agreed) => change({ [field]: agreed })}>
              {label}
            </Checkbox>
            <IconButton
              icon="chevron-right"
              size={16}
              quiet
              label={words.readIt(label)}
              onPress={() => setReading(document)}
            />
          </div>
        ))}
      </fieldset>
      <Suspense>
        {reading !== undefined && <DocumentSheet name={reading} onClose={() => setReading(undefined)} />}
      </Suspense>
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { accountWords } from '../../text/account.ts';
import { identityWords } from '../../text/identity.ts';
import { useWords } from '../../text/language.tsx';
import { PhoneField } from '../../ui/fields/phone-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { faultOf } from './sign-up-form.ts';
import type { StepProps } from './sign-up-screen.tsx';
import { useFieldErrors } from './use-field-errors.ts';

const CodeSheet = lazy(async () => ({ default: (await import('../../identity/code-sheet.tsx')).CodeSheet }));

type Proven = 'phone' | 'email';

const PROOF_OF = { phone: 'phoneProof', email: 'emailProof' } as const;

export function PersonStep({ form, change, refused }: StepProps) {
  const words = useWords(accountWords);
  const proofWords = useWords(identityWords);
  const { errorOf, leave } = useFieldErrors({ form, refused });
  const [proving, setProving] = useState<Proven | undefined>(undefined);
  const isProven = (field: Proven) => form[PROOF_OF[field]] !== '';
  const fieldOf = (field: Proven) => ({
    label: words[field],
    name: field,
    value: form[field],
    // A proof is of the text that was proven.
    onChange: (text: string) => change({ [field]: text, [PROOF_OF[field]]: '' }),
    onLeave: () => leave(field),
    error: errorOf(field) ?? errorOf(PROOF_OF[field]),
    ok: isProven(field) ? proofWords.proven : undefined,
    reserve: true,
    action:
      isProven(field) || faultOf(form, field) !== undefined ? undefined : (
        <button
          type="button"
          className="sign-up__prove"
          aria-label={proofWords.proveThis(words[field])}
          onClick={() => setProving(field)}
        >
          {proofWords.notProven}
        </button>
      ),
  });
  return (
    <>
      <h2 className="sign-up__title" tabIndex={-1}>
        {words.personTitle}
      </h2>
      <p className="sign-up__lead">{words.personLead}</p>
      <div className="sign-up__fields">
        <TextField
          label={words.name}
          name="name"
          autoComplete="name"
          maxLength={40}
          value={form.name}
          onChange={(name) => change({ name })}
          onLeave={() => leave('name')}
          error={errorOf('name')}
          reserve
        />
        <PhoneField {...fieldOf('phone')} />
        <TextField {...fieldOf('email')} type="email" pattern="email" autoComplete="email" maxLength={254} />
        <p className="text-caption">{proofWords.provenLater}</p>
      </div>
      <Suspense>
        {proving !== undefined && (
          <CodeSheet
            way={proving === 'phone' ? 'PHONE' : 'EMAIL'}
            value={form[proving]}
            onProof={(proof) => {
              change({ [PROOF_OF[proving]]: proof });
              setProving(undefined);
            }}
            onClose={() => setProving(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

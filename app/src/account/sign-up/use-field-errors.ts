import { useState } from 'react';
import { useLanguage } from '../../text/language.tsx';
import { faultText } from './fault-text.ts';
import { faultOf, type SignUpField } from './sign-up-form.ts';
import type { StepProps } from './sign-up-screen.tsx';

/** The text under a field. A fault is shown once its field was left, not while it is being typed. */
export function useFieldErrors({ form, refused }: Pick<StepProps, 'form' | 'refused'>) {
  const { language } = useLanguage();
  const [left, setLeft] = useState<ReadonlySet<SignUpField>>(new Set());
  const wasLeft = (field: SignUpField): boolean => left.has(field);
  return {
    wasLeft,
    leave: (field: SignUpField): void => setLeft((before) => new Set(before).add(field)),
    errorOf(field: SignUpField, isShown = wasLeft(field)): string | undefined {
      if (refused?.field === field) return refused.message;
      const fault = faultOf(form, field);
      return fault !== undefined && isShown ? faultText(fault, language) : undefined;
    },
  };
}

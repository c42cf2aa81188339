import { LongText } from '../shell/long-text.tsx';

export const TermsScreen = () => <LongText name="terms" />;

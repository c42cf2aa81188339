import { LongText } from '../shell/messages/long-text.tsx';

export const TermsScreen = () => <LongText name="terms" />;

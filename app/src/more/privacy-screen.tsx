import { LongText } from '../shell/long-text.tsx';

export const PrivacyScreen = () => <LongText name="privacy" />;

import { LongText } from '../shell/messages/long-text.tsx';

export const PrivacyScreen = () => <LongText name="privacy" />;

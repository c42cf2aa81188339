import { TermsPage } from './terms-page.tsx';

export const PrivacyScreen = () => <TermsPage name="privacy" />;

import { TermsPage } from './terms-page.tsx';

export const TermsScreen = () => <TermsPage name="terms" />;

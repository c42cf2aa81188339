import { useLanguage } from '../text/language.tsx';
import { en } from './words-en.ts';
import { ko } from './words-ko.ts';

export const useWords = () => (useLanguage().language === 'en' ? en : ko);

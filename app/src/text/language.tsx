// The language of the app. The English texts are imported only when they are needed.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { ko, type Text } from './ko.ts';
import type { Same } from './same.ts';

export type Language = 'ko' | 'en';

interface LanguageChoice {
  readonly language: Language;
  readonly text: Text;
  readonly setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'ko', text: ko, setLanguage: () => {} });

export interface LanguageMemory {
  get(): Language;
  set(language: Language): void;
  /** Called when the texts on the screen change, for code outside React that shows texts. */
  onTextChange(text: Text): void;
}

const loaders: Record<Language, () => Promise<Text>> = {
  ko: async () => ko,
  en: async () => (await import('./en.ts')).en,
};

export function LanguageProvider({ memory, children }: { memory: LanguageMemory; children: ReactNode }) {
  const [wanted, setWanted] = useState<Language>(() => memory.get());
  const [current, setCurrent] = useState<{ language: Language; text: Text }>({ language: 'ko', text: ko });

  useEffect(() => {
    let isCurrent = true;
    loaders[wanted]().then(
      (text) =>
        isCurrent && setCurrent((now) => (now.language === wanted ? now : { language: wanted, text })),
      // The English texts could not be imported: Korean is always available.
      () => isCurrent && setWanted('ko'),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  useEffect(() => {
    document.documentElement.lang = current.language;
    memory.onTextChange(current.text);
  }, [current, memory]);

  const value = useMemo<LanguageChoice>(
    () => ({
      ...current,
      setLanguage(language) {
        memory.set(language);
        setWanted(language);
      },
    }),
    [current, memory],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);
export const useText = (): Text => useContext(LanguageContext).text;

/** The texts of a room that most visits never open: both languages are in its screens' chunks, not in the first. */
export interface RoomWords<Words> {
  readonly ko: Words;
  readonly en: Same<Words>;
}

export function useWords<Words>(room: RoomWords<Words>): Same<Words> {
  const { language } = useContext(LanguageContext);
  return language === 'ko' ? (room.ko as Same<Words>) : room.en;
}

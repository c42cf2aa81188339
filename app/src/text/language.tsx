// Which language the app speaks. English is fetched only by those who read it.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { ko, type Text } from './ko.ts';
import type { Same } from './same.ts';

export type Language = 'ko' | 'en';

interface Spoken {
  readonly language: Language;
  readonly text: Text;
  readonly speak: (language: Language) => void;
}

const SpokenContext = createContext<Spoken>({ language: 'ko', text: ko, speak: () => {} });

export interface LanguageMemory {
  get(): Language;
  set(language: Language): void;
  /** Told whenever other words are on the screen, for those who speak outside React. */
  spoken(text: Text): void;
}

const loaders: Record<Language, () => Promise<Text>> = {
  ko: async () => ko,
  en: async () => (await import('./en.ts')).en,
};

export function LanguageProvider({ memory, children }: { memory: LanguageMemory; children: ReactNode }) {
  const [wanted, setWanted] = useState<Language>(() => memory.get());
  const [spoken, setSpoken] = useState<{ language: Language; text: Text }>({ language: 'ko', text: ko });

  useEffect(() => {
    let isCurrent = true;
    loaders[wanted]().then(
      (text) => isCurrent && setSpoken((now) => (now.language === wanted ? now : { language: wanted, text })),
      // The words could not be fetched: Korean is always there.
      () => isCurrent && setWanted('ko'),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);

  useEffect(() => {
    document.documentElement.lang = spoken.language;
    memory.spoken(spoken.text);
  }, [spoken, memory]);

  const value = useMemo<Spoken>(
    () => ({
      ...spoken,
      speak(language) {
        memory.set(language);
        setWanted(language);
      },
    }),
    [spoken, memory],
  );
  return <SpokenContext value={value}>{children}</SpokenContext>;
}

export const useLanguage = (): Spoken => useContext(SpokenContext);
export const useText = (): Text => useContext(SpokenContext).text;

/** The words of a room that most visits never enter: both languages travel with its screens, not with the door. */
export interface RoomWords<Words> {
  readonly ko: Words;
  readonly en: Same<Words>;
}

export function useWords<Words>(room: RoomWords<Words>): Same<Words> {
  const { language } = useContext(SpokenContext);
  return language === 'ko' ? (room.ko as Same<Words>) : room.en;
}

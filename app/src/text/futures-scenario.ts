import { futuresScenario as en } from './en/futures-scenario.ts';
import { futuresScenario as ko } from './ko/futures-scenario.ts';
import type { RoomWords } from './language.tsx';

export const futuresScenarioWords: RoomWords<typeof ko> = { ko, en };

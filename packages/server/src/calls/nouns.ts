/** Words for the things that calls are about; a parameter `what` of an error names one. Each module has those of its own. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

export type Nouns = Readonly<Record<string, Bilingual>>

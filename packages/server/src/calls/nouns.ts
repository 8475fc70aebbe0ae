/** Texts for the subjects of calls, used for an error's parameter `what`; each module defines its own. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

export type Nouns = Readonly<Record<string, Bilingual>>

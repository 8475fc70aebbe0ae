/** What an entry of the glossary says; the entries of an area are a file beside this one. */
import type { Bilingual } from '@pone/schema/bilingual.ts'

export type TermArea = 'design' | 'load' | 'results' | 'environment' | 'monitoring' | 'organisation'

/** Words that must not stand for the term in texts of the product; matched whole in English, anywhere in Chinese. */
interface Synonyms {
  readonly zh?: readonly string[]
  readonly en?: readonly string[]
}

export interface Term extends Bilingual {
  /** Anchor of the glossary page, e.g. `load-machine`. */
  readonly id: string
  /** One or two sentences: what it is, its unit, what it is not. */
  readonly meaning: Bilingual
  readonly not?: Synonyms
  /** Ids of terms to read next. */
  readonly see?: readonly string[]
  /** Path of the page where it is used. */
  readonly page?: string
}

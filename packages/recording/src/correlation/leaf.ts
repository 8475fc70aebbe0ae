/** A single text of a response, and the extractor that takes it. */
import type { ValueSource } from '../model/dynamic-value.ts'

export type PlannedExtractor = ValueSource['extractor']

export interface Leaf {
  readonly text: string
  readonly name: string
  /** The smaller, the more lasting the place is. */
  readonly rank: number
  /** Made only of a text in which a value was found. Of a text without structure it takes the part itself. */
  readonly extractor: (start: number, end: number) => PlannedExtractor | null
  /** The extractor takes the part, not all of the text. */
  readonly isPartTaken?: boolean
}

export const plainExtractor = (
  source: PlannedExtractor['source'],
  expression: string,
  more: Partial<PlannedExtractor> = {},
): PlannedExtractor => ({ source, expression, rightBoundary: '', attribute: '', match: 1, ...more })

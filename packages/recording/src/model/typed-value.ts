/** Values that the user typed while recording, or that differ between two recordings, which a parameter can give instead. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { ValueUse } from './dynamic-value.ts'

export type TypedKind = 'account' | 'search' | 'date' | 'differs'

export const typedKindTexts: Readonly<Record<TypedKind, Bilingual>> = {
  account: { zh: '登录账号', en: 'Account of a sign-in' },
  search: { zh: '搜索词', en: 'Search words' },
  date: { zh: '日期', en: 'Date' },
  differs: { zh: '两次录制中不同', en: 'Differs between the recordings' },
}

export interface TypedValue {
  readonly id: number
  readonly kind: TypedKind
  /** Proposed name of the parameter. */
  readonly name: string
  /** As recorded, in the order of the requests; of one that differs those of both recordings. */
  readonly values: readonly string[]
  readonly uses: readonly ValueUse[]
  /** Of a date: how it is written, and how far it was from the day of the recording, such as `+3d`; null for others. */
  readonly date: { readonly format: string; readonly offset: string } | null
}

/** Records: what every transport makes of an answer. Rows of named texts. Browser-safe. */

/** One row: texts by the name of their field. */
export type TargetRecord = Readonly<Record<string, string>>
/** Rows in the order of the answer. */
export type Records = readonly TargetRecord[]

/** Rows that are read of one answer. */
export const maxRecords = 20_000
/** Bytes that are read of one answer. */
export const maxAnswerBytes = 8 * 1024 * 1024

/** A record of the fields that are known: not '' and not NaN. */
export const recordOf = (fields: Readonly<Record<string, string | number>>): TargetRecord =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === '' || Number.isNaN(value) ? [] : [[name, String(value)]],
    ),
  )

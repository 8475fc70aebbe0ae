/** What errors of SQL Server mean for a monitor. */
import { TargetFault } from '../../../target-fault.ts'
import { MissingObject } from '../missing-object.ts'
import type { TdsError } from './tds-tokens.ts'

type Meaning = 'wrongPassword' | 'missingRight' | 'refused' | 'targetClosed' | 'timedOut' | 'missingObject'

/** By number. @see https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
const meanings: Readonly<Record<number, Meaning>> = {
  18452: 'wrongPassword',
  18456: 'wrongPassword',
  18470: 'wrongPassword',
  18486: 'wrongPassword',
  18487: 'wrongPassword',
  18488: 'wrongPassword',
  229: 'missingRight',
  230: 'missingRight',
  262: 'missingRight',
  297: 'missingRight',
  300: 'missingRight',
  371: 'missingRight',
  916: 'missingRight',
  4060: 'refused',
  10928: 'refused',
  17142: 'refused',
  17809: 'refused',
  18451: 'refused',
  18461: 'refused',
  40615: 'refused',
  596: 'targetClosed',
  6005: 'targetClosed',
  1205: 'timedOut',
  1222: 'timedOut',
  3617: 'timedOut',
  195: 'missingObject',
  207: 'missingObject',
  208: 'missingObject',
  4121: 'missingObject',
}

/** The server closes the connection after an error of such a class. */
const closingClass = 20

export function sqlServerFault({ number, message, class: severity }: TdsError): TargetFault {
  const details = `SQL Server ${number}: ${message}`
  const meaning = meanings[number]
  if (meaning === 'missingObject') return new MissingObject(details)
  return new TargetFault(meaning ?? (severity >= closingClass ? 'targetClosed' : 'malformed'), details)
}

/** What errors of MySQL, PostgreSQL and their drivers mean for a monitor. */
import { SqlFault } from '@pone/protocols/sql/fault.ts'
import { TargetFault } from '../../target-fault.ts'
import { connectionFault } from '../connection-fault.ts'
import { MissingObject } from './missing-object.ts'

type Meaning = 'wrongPassword' | 'missingRight' | 'refused' | 'targetClosed' | 'timedOut' | 'missingObject'

/** By SQLSTATE and by MySQL's error number. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const meanings: Readonly<Record<string, Meaning>> = {
  'SQLSTATE 28P01': 'wrongPassword',
  'SQLSTATE 28000': 'wrongPassword',
  'SQLSTATE 42501': 'missingRight',
  'SQLSTATE 3D000': 'refused',
  'SQLSTATE 53300': 'refused',
  'SQLSTATE 57P01': 'targetClosed',
  'SQLSTATE 57P02': 'targetClosed',
  'SQLSTATE 57P03': 'refused',
  'SQLSTATE 57014': 'timedOut',
  'SQLSTATE 55P03': 'timedOut',
  'SQLSTATE 42P01': 'missingObject',
  'SQLSTATE 42703': 'missingObject',
  'SQLSTATE 42704': 'missingObject',
  'SQLSTATE 42883': 'missingObject',
  'SQLSTATE 55000': 'missingObject',
  'MySQL 1045': 'wrongPassword',
  'MySQL 1698': 'wrongPassword',
  'MySQL 1044': 'missingRight',
  'MySQL 1142': 'missingRight',
  'MySQL 1143': 'missingRight',
  'MySQL 1227': 'missingRight',
  'MySQL 1370': 'missingRight',
  'MySQL 1040': 'refused',
  'MySQL 1049': 'refused',
  'MySQL 1129': 'refused',
  'MySQL 1130': 'refused',
  'MySQL 1203': 'refused',
  'MySQL 1226': 'refused',
  'MySQL 3118': 'refused',
  'MySQL 1053': 'targetClosed',
  'MySQL 1927': 'targetClosed',
  'MySQL 1317': 'timedOut',
  'MySQL 1969': 'timedOut',
  'MySQL 3024': 'timedOut',
  'MySQL 1054': 'missingObject',
  'MySQL 1064': 'missingObject',
  'MySQL 1109': 'missingObject',
  'MySQL 1146': 'missingObject',
  'MySQL 1193': 'missingObject',
}

/** Of a connection that could not be opened: what does not speak the protocol is another product. */
export function openingFault(error: unknown): TargetFault {
  // What was told of the stream comes back inside an error of the driver's.
  if (error instanceof SqlFault && error.cause instanceof TargetFault) return error.cause
  const fault = faultOf(error)
  const isForeign = fault.code === 'malformed' || fault.code === 'tooLarge' || fault.code === 'targetClosed'
  return isForeign ? new TargetFault('wrongProduct', fault.details) : fault
}

/** Of a statement. */
export const statementFault = (error: unknown): TargetFault => faultOf(error)

function faultOf(error: unknown): TargetFault {
  if (!(error instanceof SqlFault)) return connectionFault(error)
  const details = detailsOf(error)
  const meaning = meanings[error.code]
  // Who may come from where is decided before any password is read.
  if (error.code === 'SQLSTATE 28000' && details.includes('pg_hba'))
    return new TargetFault('refused', details)
  if (meaning === 'missingObject') return new MissingObject(details)
  if (meaning !== undefined) return new TargetFault(meaning, details)
  if (error.code.startsWith('tls.')) return new TargetFault('tlsMismatch', details)
  if (error.code === 'protocol.tooLong') return new TargetFault('tooLarge', details)
  if (error.code === 'connectionLost') return new TargetFault('targetClosed', details)
  if (error.code === 'protocol.malformed') return new TargetFault('malformed', details)
  return connectionFault(
    error.cause instanceof Error ? error.cause : Object.assign(new Error(details), error),
  )
}

/** What the server, the driver or the system said itself; a message that is a coded text has that as its cause. */
function detailsOf({ message, cause }: SqlFault): string {
  if (!message.startsWith('[[')) return message
  return cause instanceof Error ? cause.message : ''
}

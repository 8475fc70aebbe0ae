/** What errors of Oracle Database and its client mean for a monitor. */
import { errorText } from '@pone/schema/error-text.ts'
import { TargetFault } from '../../../target-fault.ts'
import { connectionFault } from '../../connection-fault.ts'
import { MissingObject } from '../missing-object.ts'

type Meaning =
  | 'wrongPassword'
  | 'missingRight'
  | 'refused'
  | 'targetClosed'
  | 'timedOut'
  | 'tlsMismatch'
  | 'unreachable'
  | 'wrongProduct'
  | 'missingObject'

/** ORA: the database or its listener; NJS: the client. @see https://docs.oracle.com/en/error-help/db/ */
const meanings: Readonly<Record<string, Meaning>> = {
  'ORA-01005': 'wrongPassword',
  'ORA-01017': 'wrongPassword',
  'ORA-28000': 'wrongPassword',
  'ORA-28001': 'wrongPassword',
  'NJS-116': 'wrongPassword',
  // What the account may not see does not exist for it; the views that are asked for always do.
  'ORA-00942': 'missingRight',
  'ORA-01031': 'missingRight',
  'ORA-01045': 'missingRight',
  'ORA-41900': 'missingRight',
  'ORA-00018': 'refused',
  'ORA-00020': 'refused',
  'ORA-01033': 'refused',
  'ORA-01034': 'refused',
  'ORA-01109': 'refused',
  'ORA-02391': 'refused',
  'NJS-138': 'refused',
  'NJS-511': 'refused',
  'NJS-518': 'refused',
  'NJS-519': 'refused',
  'NJS-533': 'refused',
  'NJS-530': 'unreachable',
  'ORA-00028': 'targetClosed',
  'ORA-01089': 'targetClosed',
  'ORA-01092': 'targetClosed',
  'ORA-02396': 'targetClosed',
  'ORA-03113': 'targetClosed',
  'ORA-03114': 'targetClosed',
  'ORA-03135': 'targetClosed',
  'NJS-003': 'targetClosed',
  'NJS-500': 'targetClosed',
  'NJS-501': 'targetClosed',
  'NJS-521': 'targetClosed',
  'ORA-00054': 'timedOut',
  'ORA-01013': 'timedOut',
  'NJS-123': 'timedOut',
  'NJS-510': 'timedOut',
  'NJS-505': 'tlsMismatch',
  'NJS-506': 'tlsMismatch',
  'NJS-507': 'tlsMismatch',
  'NJS-508': 'tlsMismatch',
  'NJS-529': 'tlsMismatch',
  'NJS-509': 'wrongProduct',
  'NJS-531': 'wrongProduct',
  'NJS-536': 'wrongProduct',
  'ORA-00904': 'missingObject',
  'ORA-02003': 'missingObject',
}

/** The system did not let the client connect; it says so at the end of its text. */
const notConnected = 'NJS-503'

/** Of a statement. */
export function oracleFault(error: unknown): TargetFault {
  if (error instanceof TargetFault) return error
  const text = errorText(error)
  const code = codeOf(error)
  if (code === notConnected) {
    const system = /\b(E[A-Z]{3,})\b/.exec(text)?.[1] ?? 'EHOSTUNREACH'
    return connectionFault(Object.assign(new Error(text), { code: system }))
  }
  const meaning = meanings[code]
  if (meaning === 'missingObject') return new MissingObject(text)
  return new TargetFault(meaning ?? 'malformed', text)
}

/** Of a connection that could not be opened: what closes, or says what cannot be read, is another product. */
export function oracleOpeningFault(error: unknown): TargetFault {
  const { code, details } = oracleFault(error)
  const isForeign = code === 'malformed' || code === 'targetClosed'
  return new TargetFault(isForeign && !details.includes('ORA-') ? 'wrongProduct' : code, details)
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === '' ? (/\b(?:ORA|NJS)-\d+/.exec(errorText(error))?.[0] ?? '') : code
}

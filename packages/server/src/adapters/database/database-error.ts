/** Classifies errors of PostgreSQL and of the connection to it. */

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
])
/** Shutting down, crashed, starting up, read-only after a failover, input/output error; out of disk, memory, connections. */
const serverCodes = new Set(['57P01', '57P02', '57P03', '25006', '58030', '53100', '53200', '53300'])
const poolMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Connection ended/

/** True when the database was unreachable or the connection was lost; the same call may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (serverCodes.has(code) || code.startsWith('08')) return true
  if (
    networkCodes.has(code) &&
    error instanceof Error &&
    !('path' in error && code === 'ENOENT' && !('address' in error))
  )
    return true
  return error instanceof Error && poolMessages.test(error.message)
}

/** True when a row with the same unique value exists; with `constraint` only for that constraint. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== '23505') return false
  return (
    constraint === undefined ||
    (error instanceof Error && 'constraint' in error && error.constraint === constraint)
  )
}

/** True when a row that is still referred to was deleted, or a row that does not exist was referred to. */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503'

/** What can go wrong with a database: one error type with a stable code, made from the errors of both drivers. */

import { errorText } from '@pone/schema/error-text.ts'
import { socketFault } from '../connect/fault.ts'
import { failureText } from './definition/failures.ts'

/** A failed connection or statement. Inside this folder it is thrown; the client turns it into an outcome. */
export class SqlFault extends Error {
  /** `SQLSTATE 23505`, `MySQL 1062`, `timeout.statement`, `connectionLost`, ECONNREFUSED … */
  readonly code: string

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SqlFault'
    this.code = code
  }
}

/** Whether the server itself answered with an error, after which the connection can go on. */
export const isServerFault = ({ code }: SqlFault): boolean =>
  code.startsWith('SQLSTATE ') || code.startsWith('MySQL ')

/** SQLSTATE has five characters. */
const sqlState = /^[0-9A-Z]{5}$/

/** Of an error of the driver for PostgreSQL: the server's SQLSTATE where it sent one. */
export function postgresFault(error: unknown): SqlFault {
  const { code, message, severity } = partsOf(error)
  if (severity !== undefined && sqlState.test(code)) return new SqlFault(`SQLSTATE ${code}`, message, error)
  return streamFault(error)
}

/** Of an error of the driver for MySQL: the server's error number, with its SQLSTATE in the message. */
export function mysqlFault(error: unknown): SqlFault {
  const { errno, message, state } = partsOf(error)
  // Numbers below 1000 are of the operating system.
  if (errno >= 1_000) {
    return new SqlFault(`MySQL ${errno}`, state === '' ? message : `${message} (SQLSTATE ${state})`, error)
  }
  return streamFault(error)
}

/** Of an error of the connection, not of the server. */
export function streamFault(error: unknown): SqlFault {
  if (error instanceof SqlFault) return error
  const { code, message } = partsOf(error)
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return tlsNotOffered()
  const isEnd = code === '' && message.startsWith('Connection terminated')
  if (isEnd || code === 'PROTOCOL_CONNECTION_LOST' || code === 'EPIPE') return closedByServer(error)
  // The drivers name what they cannot read themselves; the system's codes begin with E.
  if (!/^(E[A-Z]|ERR_)/.test(code)) return malformed(message, error)
  return new SqlFault(...socketFault(error instanceof Error ? error : new Error(message), false), error)
}

export const abortedFault = (cause?: unknown): SqlFault =>
  new SqlFault('aborted', failureText('aborted'), cause)

export const closedByServer = (cause?: unknown): SqlFault =>
  new SqlFault('connectionLost', failureText('sqlClosedByServer'), cause)

export const tlsNotOffered = (): SqlFault => new SqlFault('tls.notOffered', failureText('sqlTlsNotOffered'))

/** What came is no answer of the database. */
export const malformed = (reason: string, cause?: unknown): SqlFault =>
  new SqlFault('protocol.malformed', failureText('sqlMalformed', { reason }), cause)

interface Parts {
  code: string
  errno: number
  state: string
  message: string
  severity: unknown
}

/** Reads what the drivers put on their errors beyond `message`. */
function partsOf(error: unknown): Parts {
  const fields = new Map<string, unknown>(Object.entries(error instanceof Object ? error : {}))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  const errno = fields.get('errno')
  return {
    code: text('code'),
    errno: typeof errno === 'number' ? errno : 0,
    state: text('sqlState'),
    message: errorText(error),
    severity: fields.get('severity'),
  }
}

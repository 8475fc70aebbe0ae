/** What MongoDB says instead of an answer, and the faults that monitors know. */
import type { Document } from 'bson'
import { type MonitorCause, TargetFault } from '../../target-fault.ts'

/** A command that the server refused. */
export class CommandError extends Error {
  readonly code: number

  constructor(answer: Document) {
    const { errmsg, codeName, code }: Document = answer
    const said = [codeName, errmsg].filter(part => typeof part === 'string').join(': ')
    super(said === '' ? 'ok is not 1' : said)
    this.name = 'CommandError'
    this.code = typeof code === 'number' ? code : 0
  }
}

/** @see https://www.mongodb.com/docs/manual/reference/error-codes/ */
const codes: Readonly<Record<number, MonitorCause>> = {
  11: 'wrongPassword',
  13: 'missingRight',
  18: 'wrongPassword',
  50: 'timedOut',
  262: 'timedOut',
  91: 'targetClosed',
  189: 'targetClosed',
  11600: 'targetClosed',
  11602: 'targetClosed',
}

/** CommandNotFound, CommandNotSupported, NotImplemented, NoReplicationEnabled, and stages of a pipeline that are not known. */
const unknown = new Set([59, 76, 115, 238, 40_324])

/** Whether servers of this kind or version do not have what was asked. */
export const isUnknownCommand = ({ code, message }: CommandError): boolean =>
  unknown.has(code) || /^no such c(?:ommand|md)/i.test(message)

/** The account of a monitor: `user` is '' for none. */
export interface MongoAccount {
  readonly user: string
  /** Database that knows the user. */
  readonly authSource: string
}

/** `grant`: what lets the account do what was refused. */
export function commandFault(error: CommandError, grant: string): TargetFault {
  const code = codes[error.code] ?? 'refused'
  return new TargetFault(code, error.message, code === 'missingRight' ? { grant } : {})
}

/** Makes an account that may read what a monitor asks, or lets one that exists. */
export const clusterGrant = (account: MongoAccount): string =>
  account.user === ''
    ? `db.getSiblingDB("admin").createUser({ user: "pone", pwd: passwordPrompt(), roles: [{ role: "clusterMonitor", db: "admin" }] })`
    : grantOf(account, 'clusterMonitor', 'admin')

/** Lets the account ask how statements of a database would be executed. */
export const readGrant = (account: MongoAccount, database: string): string =>
  account.user === '' ? clusterGrant(account) : grantOf(account, 'read', database)

const grantOf = ({ user, authSource }: MongoAccount, role: string, database: string): string =>
  `db.getSiblingDB(${JSON.stringify(authSource)}).grantRolesToUser(${JSON.stringify(user)}, [{ role: "${role}", db: ${JSON.stringify(database)} }])`

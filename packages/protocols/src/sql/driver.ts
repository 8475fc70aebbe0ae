/** What a driver does for the client: log in on an open stream, run statements, and ask the server to cancel one. */
import type { DriverStream } from './driver-stream.ts'
import type { ResultTable } from './result-table.ts'

/** Who logs in where. */
export interface Account {
  /** Name or address; also what a certificate has to be made out to. */
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly isTls: boolean
}

/** A statement ready to send. */
export interface Statement {
  readonly text: string
  /** Bound by the server; null = none, the text goes as it is. */
  readonly values: readonly SqlValue[] | null
  /** Prepared once per connection under a name, then only executed. */
  readonly isPrepared: boolean
  /** Its row is what the procedure called before has given back. */
  readonly readsBack?: boolean
}

/** A bound value; a number is sent as one, anything else as text that the server converts. */
export type SqlValue = string | number | bigint | null

/** Gets a result while it arrives. */
export interface ResultSink {
  readonly table: ResultTable
  /** Called before the first row is added. */
  onFirstRow(): void
}

/** A logged-in connection. */
export interface DriverSession {
  /** Runs one statement at a time. @throws SqlFault by rejecting */
  run(statement: Statement, sink: ResultSink): Promise<void>
  /** Asks the server over a second stream to end what this session is doing; the stream is closed afterwards. @throws SqlFault */
  cancel(stream: DriverStream): Promise<void>
  /** Says goodbye and closes the stream. */
  quit(): void
}

/** One kind of database. */
export interface Driver {
  /** Loads what the library would load at its first use, when a load worker may not read files any more. */
  preload?(): void
  readonly defaultPort: number
  /** Texts that begin a transaction, sent one after the other. */
  begin(isolation: string): readonly string[]
  /** Negotiates TLS when the account asks for it, and logs in. @throws SqlFault */
  login(stream: DriverStream, account: Account): Promise<DriverSession>
}

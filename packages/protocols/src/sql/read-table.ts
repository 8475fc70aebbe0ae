/** Reads the whole result of a query once, for a parameter: over a connection of its own, which is closed afterwards. */
import { UserNetwork } from '../connect/user-network.ts'
import type { TableQuery } from '../protocol.ts'
import { createWire } from '../wire/wire.ts'
import { SqlConnection } from './connection.ts'
import { failureText } from './definition/failures.ts'
import { sqlTargetSchema } from './definition/operation.ts'
import { drivers } from './drivers.ts'
import { SqlFault } from './fault.ts'
import { streamOpener } from './open-stream.ts'
import { ResultTable } from './result-table.ts'

/** The rows as texts, NULL as an empty one. @throws SqlFault */
export async function readTable({
  source,
  query,
  network,
  limits,
  timeoutMs,
}: TableQuery): Promise<string[][]> {
  const database = sqlTargetSchema.parse(source)
  const driver = drivers[database.driver]
  const wire = createWire({ beforeFlush: () => undefined })
  const port = database.port === 0 ? driver.defaultPort : database.port
  const connection = await SqlConnection.open({
    driver,
    account: { ...database, port, isTls: database.tls },
    openStream: streamOpener({ wire, network, user: new UserNetwork(0) }),
    connectTimeoutMs: timeoutMs,
    wire,
  })
  try {
    const table = new ResultTable(limits)
    const statement = { text: query, values: null, isPrepared: false }
    await connection.run(statement, { table, onFirstRow: () => undefined }, timeoutMs)
    if (table.isCut) {
      const params = { rows: limits.maxRows, mebi: Math.round(limits.maxLength / 1024 ** 2) }
      throw new SqlFault('tooManyRows', failureText('sqlTooManyRows', params))
    }
    return table.rows.map(row => row.map(cell => cell ?? ''))
  } finally {
    connection.close()
  }
}

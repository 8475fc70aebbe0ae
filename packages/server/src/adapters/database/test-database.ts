/** A fresh, migrated PostgreSQL database for one test file. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { z } from 'zod'
import { createDatabase, type Database } from './database.ts'
import { brokerVariable } from './test-database.setup.ts'

export interface TestDatabase {
  readonly database: Database
  readonly connectionString: string
  /** Closes the connections; the database itself is removed after the test run. */
  close(): Promise<void>
}

const answerSchema = z.union([z.object({ connectionString: z.string() }), z.object({ problem: z.string() })])

/** Takes some 20 ms, the first one of a test run about a second. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const path = process.env[brokerVariable]
  if (path === undefined) throw new Error('The test runner was started without test-database.setup.ts')
  const answer = answerSchema.parse(JSON.parse(await ask(path)))
  if ('problem' in answer) throw new Error(answer.problem)
  const database = createDatabase(answer.connectionString, { maxConnections: 5 })
  return { database, connectionString: answer.connectionString, close: () => database.destroy() }
}

async function ask(path: string): Promise<string> {
  const socket = connect(path).setEncoding('utf8')
  let text = ''
  socket.on('data', (part: string) => {
    text += part
  })
  await once(socket, 'close')
  return text
}

/** `./pone run` with a component of SQL against real databases. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startMariadb, startPostgres } from '@pone/protocols/sql/test-databases.ts'
import { afterAll, expect, test } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import type { RunResult } from './result.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pone-sql-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

const starts = { postgresql: startPostgres, mysql: startMariadb }
const names = { postgresql: `'öl ' || i`, mysql: `CONCAT('öl ', i)` }
const numbers = {
  postgresql: 'generate_series(1, 3) AS i',
  mysql: '(SELECT seq AS i FROM seq_1_to_3) AS numbers',
}

test.each(['postgresql', 'mysql'] as const)(
  'a component of SQL runs on %s: a table gives its rows, and begun is passed and failed together',
  async driver => {
    const database = await starts[driver]()
    const place = driver === 'postgresql' ? '$1' : '?'
    const target = `driver: ${driver}, host: 127.0.0.1, port: ${database.port}, database: ${database.database}, user: ${database.user}, password: '\${secret}'`
    const path = join(folder, `${driver}.yaml`)
    writeFileSync(
      path,
      `
name: Shop
load: { users: 2, loops: 3 }
variables: { secret: '${database.password}' }
parameters:
  - { kind: table, database: { ${target} }, query: "SELECT i, ${names[driver]} FROM ${numbers[driver]} ORDER BY i", columns: [id, name] }
steps:
  - sql.connect: { ${target} }
    name: connect
  - sql.query: SELECT \${id} AS id, ${place} AS name
    name: find
    parameters: [{ value: '\${name}' }]
    checkpoints:
      - { source: cell, expression: name, operator: equals, expected: 'öl \${id}' }
      - { source: count, operator: equals, expected: 1 }
    extractors: [{ source: cell, expression: 'id[1]', variable: found }]
  - sql.begin: {}
    name: begin
  - sql.rollback: {}
    name: undo
  - sql.query: SELECT \${found} AS one
    name: again
    checkpoints: [{ source: jsonPath, expression: '$[0].one', operator: less, expected: 3 }]
`,
    )
    try {
      const child = spawn(process.execPath, [program, 'run', path, '--json'], {
        env: { ...process.env, LANG: 'C', LC_ALL: '', NO_COLOR: '1', PONE_RUN_FOLDER: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let out = ''
      let err = ''
      child.stdout.on('data', data => {
        out += String(data)
      })
      child.stderr.on('data', data => {
        err += String(data)
      })
      const [code] = (await once(child, 'close')) as [number]
      expect(err).not.toContain('has no value')
      // Six iterations over three rows: those with the third fail their last check.
      expect(out, err).toMatch(/^\{/)
      const json: unknown = JSON.parse(out)
      expect(json, err).toMatchObject({ sent: 30, requests: 30, failed: 2, reconciled: true })
      // Each iteration reads a row twice.
      const { metrics = [] } = json as Partial<RunResult>
      expect(metrics.find(({ metric }) => metric === 'sqlRowsFetched')).toMatchObject({
        label: null,
        figures: { sum: 12 },
      })
      expect(code).toBe(exitCodes.ok)
    } finally {
      await database.close()
    }
  },
  // Installs two servers, and the engine's own start.
  120_000,
)

/** Alerts: `npm run bench:alerts -- [--json] [--rounds N]`: what 10,000 rules on 100,000 series cost every 15 s, and how soon a notice is stored. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { alertRuleContentSchema } from '@pone/alerts/rule.ts'
import { startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { createDatabase, type Database } from '@pone/server/adapters/database/database.ts'
import { migrate } from '@pone/server/adapters/database/migrations.ts'
import { insertTestProject } from '@pone/server/adapters/database/test-project.ts'
import { createPostgresTimeSeries } from '@pone/server/adapters/time-series/postgres/postgres-time-series.ts'
import type { SampleRow, SeriesLayout } from '@pone/server/adapters/time-series/time-series.ts'
import { AlertIntake } from '@pone/server/modules/alert/alert-intake.service.ts'
import { MuteMemory } from '@pone/server/modules/alert/alert-mutes.ts'
import { RuleMemory } from '@pone/server/modules/alert/rule-memory.ts'
import { builtInTypes } from '@pone/server/modules/monitor-type/monitor-types.ts'
import { sql } from 'kysely'
import { cpuBetween, readCpu } from '../monitors/cpu.ts'
import { round } from '../statistics.ts'
import { differencesIn } from './histories.ts'

const everyMs = 15_000
const monitors = 200
const rulesPerMonitor = 50
const seriesPerRule = 10
const monitorsPerBatch = 10
/** Series of each monitor that breach all the time; one more begins in each round. */
const alwaysBreaching = 1
const histories = 10_000
const start = 1_767_571_200_000

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, rounds: { type: 'string', default: '8' } },
})

const folder = await mkdtemp(join(tmpdir(), 'pone-alerts-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
const database = createDatabase(await postgres.openDatabase('pone'), { maxConnections: 5 })
let now = start
const series = createPostgresTimeSeries(database, () => now)
try {
  await migrate(database)
  const projectId = await insertTestProject(database)
  const ids = Array.from({ length: monitors }, () => randomUUID())
  await insertRules(database, projectId, ids)
  const rounds = Number(values.rounds)
  const plain = await run(rounds, null)
  const intake = new AlertIntake({
    series,
    rules: new RuleMemory(),
    now: () => now,
    warn: (text, cause) => {
      throw new Error(text, { cause })
    },
    mutes: new MuteMemory(builtInTypes),
    types: builtInTypes,
    onMoves: () => undefined,
  })
  const evaluated = await run(rounds, intake)
  const { count } = await database
    .selectFrom('alert_outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const figures = {
    rules: monitors * rulesPerMonitor,
    series: monitors * rulesPerMonitor * seriesPerRule,
    cpuShare01: round((evaluated.cpuUs - plain.cpuUs) / rounds / (everyMs * 1_000), 3),
    cpuShareWithStoring01: round(evaluated.cpuUs / rounds / (everyMs * 1_000), 3),
    noticeDelayMs: Math.round(evaluated.slowestMs),
    notices: count,
    histories,
    differences: differencesIn(histories),
  }
  process.stdout.write(
    values.json
      ? `${JSON.stringify(figures)}\n`
      : Object.entries(figures)
          .map(([name, figure]) => `${name}: ${figure}\n`)
          .join(''),
  )

  /** CPU time of storing all rounds, and the longest time in which a batch with its notices was committed. */
  async function run(count: number, evaluating: AlertIntake | null) {
    const layouts = ids.map(id => layoutOf(projectId, id))
    const shown = ids.map(id => ({
      id,
      projectId,
      type: 'host',
      groupId: null,
      expectedMs: 15_000,
      frequencyMs: 15_000,
      definition: undefined,
    }))
    const store = async (rows: readonly SampleRow[], at: number): Promise<number> => {
      const begun = performance.now()
      const evaluation = await evaluating?.prepare(rows, shown.slice(at, at + monitorsPerBatch))
      await series.write({ rows }, async transaction => {
        await evaluation?.evaluate(transaction)
        return true
      })
      evaluation?.stored()
      return performance.now() - begun
    }
    let slowestMs = 0
    let before = readCpu(postgres.pid)
    // The first round interns layouts and reads rules.
    for (let turn = -1; turn < count; turn += 1) {
      now += everyMs
      if (turn === 0) {
        before = readCpu(postgres.pid)
        slowestMs = 0
      }
      for (let at = 0; at < monitors; at += monitorsPerBatch) {
        const rows = layouts.slice(at, at + monitorsPerBatch).map(layout => rowOf(layout, turn))
        slowestMs = Math.max(slowestMs, await store(rows, at))
      }
    }
    const used = cpuBetween(before, readCpu(postgres.pid))
    return { cpuUs: used.own + used.postgres, slowestMs }
  }
} finally {
  await series.close()
  await database.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

function layoutOf(projectId: string, monitorId: string): SeriesLayout {
  const keys = Array.from({ length: rulesPerMonitor * seriesPerRule }, (_, index) => ({
    counter: `counter${Math.floor(index / seriesPerRule)}`,
    labels: { device: `d${index % seriesPerRule}` },
    kind: 'gauge' as const,
  }))
  return { monitorId, projectId, section: 'load', part: 0, cadenceMs: everyMs, series: keys }
}

function rowOf(layout: SeriesLayout, turn: number): SampleRow {
  const numbers = Float64Array.from(layout.series, (_, index) => {
    if (index < alwaysBreaching || index === turn + seriesPerRule) return 95
    return 20 + ((index * 7 + turn) % 50)
  })
  return { layout, slotMs: now, values: numbers }
}

async function insertRules(into: Database, projectId: string, ids: readonly string[]): Promise<void> {
  const rows = ids.flatMap(monitorId =>
    Array.from({ length: rulesPerMonitor }, (_, index) => ({
      id: randomUUID(),
      name: `${monitorId} ${index}`,
      content: alertRuleContentSchema.parse({
        scope: { kind: 'monitors', monitorIds: [monitorId] },
        indicator: { kind: 'counter', section: 'load', reading: { counter: `counter${index}` } },
        max: 90,
        min: null,
        triggerCycleMinutes: 5,
        silentCycleMinutes: 30,
        times: 1,
        schedule: { timeZone: 'Asia/Shanghai', workingHours: [], maintenance: [] },
        onlyLabels: {},
        dependsOn: [],
      }),
    })),
  )
  await sql`
    insert into alert_rules (id, project_id, name, is_enabled, level, labels, channel_ids, content, evaluation,
      revision, created_by, created_at, updated_by, updated_at)
    select id, ${projectId}::uuid, name, true, 'warning', '{}', ${JSON.stringify([randomUUID()])}::jsonb, content,
      1, 1, 'bench', 1, 'bench', 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rule (id uuid, name text, content jsonb)`.execute(
    into,
  )
  await into.insertInto('alert_rule_versions').values({ project_id: projectId, version: 1 }).execute()
}

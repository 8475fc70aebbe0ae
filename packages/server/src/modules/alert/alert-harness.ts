/** Test harness of alerts: rules, monitors and samples on a database of its own, at a time of the test's choice. */
import { randomUUID } from 'node:crypto'
import { type AlertRuleContent, alertRuleContentSchema } from '@pone/alerts/rule.ts'
import { monitorTypeOf } from '@pone/monitors/registry.ts'
import type { TestDatabase } from '../../adapters/database/test-database.ts'
import { insertTestProject } from '../../adapters/database/test-project.ts'
import { createPostgresTimeSeries } from '../../adapters/time-series/postgres/postgres-time-series.ts'
import type { SampleRow, SeriesKey, SeriesLayout } from '../../adapters/time-series/time-series.ts'
import { builtInTypes, type MonitorTypes } from '../monitor-type/monitor-types.ts'
import { AlertIntake } from './alert-intake.service.ts'
import { MuteMemory } from './alert-mutes.ts'
import { createAlertRuleRepository } from './alert-rule.repository.ts'
import type { StoredMoves } from './alert-state.repository.ts'
import type { AlertMonitor } from './alert-steps.ts'
import { AlertTicks } from './alert-ticks.service.ts'
import { RuleMemory } from './rule-memory.ts'

export const start = 1_767_225_600_000
export const cadenceMs = 15_000

export const usage = (changed: object = {}): AlertRuleContent =>
  alertRuleContentSchema.parse({
    scope: { kind: 'type', type: 'host' },
    indicator: { kind: 'counter', section: 'cpu', reading: { counter: 'used' } },
    max: 90,
    min: null,
    triggerCycleMinutes: 5,
    silentCycleMinutes: 10,
    times: 2,
    schedule: { timeZone: 'UTC', workingHours: [], maintenance: [] },
    onlyLabels: {},
    dependsOn: [],
    ...changed,
  })

/** One server's part of alerts. */
export class AlertServer {
  readonly intake: AlertIntake
  readonly ticks: AlertTicks
  /** How often notices were told of. */
  notices = 0
  readonly #harness: AlertHarness

  constructor(harness: AlertHarness, types: MonitorTypes = builtInTypes) {
    this.#harness = harness
    const { database } = harness.opened
    const shared = {
      series: harness.series,
      rules: new RuleMemory(),
      mutes: new MuteMemory(types),
      types,
      now: () => harness.now,
    }
    const onMoves = ({ notices }: StoredMoves): void => void (this.notices += notices > 0 ? 1 : 0)
    const warn = (text: string, cause?: unknown): never => {
      throw new Error(text, { cause })
    }
    this.intake = new AlertIntake({ ...shared, onMoves, warn })
    this.ticks = new AlertTicks({ ...shared, database, onMoves })
  }

  /** Stores rows as the intake does; a `breakdown` happens after the evaluation, before the commit. */
  async store(rows: readonly SampleRow[], breakdown = false): Promise<void> {
    const evaluation = await this.intake.prepare(rows, this.#harness.monitors)
    await this.#harness.series.write({ rows }, async transaction => {
      await evaluation.evaluate(transaction)
      if (breakdown) throw new Error('breakdown')
      return true
    })
    evaluation.stored()
  }
}

export class AlertHarness {
  now = start
  readonly opened: TestDatabase
  readonly projectId: string
  readonly series: ReturnType<typeof createPostgresTimeSeries>
  readonly rules: ReturnType<typeof createAlertRuleRepository>
  readonly monitors: AlertMonitor[] = []

  private constructor(opened: TestDatabase, projectId: string) {
    this.opened = opened
    this.projectId = projectId
    this.series = createPostgresTimeSeries(opened.database, () => this.now)
    this.rules = createAlertRuleRepository(opened.database)
  }

  /** With a project of its own; what is in the database is removed. */
  static async on(opened: TestDatabase): Promise<AlertHarness> {
    await opened.database.deleteFrom('projects').execute()
    return new AlertHarness(opened, await insertTestProject(opened.database))
  }

  async close(): Promise<void> {
    await this.series.close()
  }

  async addMonitor(name: string, type = 'host'): Promise<string> {
    const id = randomUUID()
    await this.opened.database
      .insertInto('monitors')
      .values({
        id,
        project_id: this.projectId,
        group_id: null,
        name,
        type,
        type_version: null,
        params: '{}',
        sealed_secrets: null,
        secrets_set: '[]',
        agent_id: null,
        send_interval_ms: cadenceMs,
        receive_interval_ms: cadenceMs,
        frequency_ms: cadenceMs,
        slow_log_address: '',
        url: '',
        notification_emails: '[]',
        notification_phones: '[]',
        is_running: true,
        running_since: this.now,
        revision: 1,
        created_by: 'test',
        created_at: 1,
        updated_by: 'test',
        updated_at: 1,
      })
      .execute()
    this.monitors.push({
      id,
      projectId: this.projectId,
      type,
      groupId: null,
      expectedMs: cadenceMs,
      frequencyMs: cadenceMs,
      definition: monitorTypeOf(type),
    })
    return id
  }

  /** Of the monitor nothing can be collected; returns its agent. */
  async addDownHost(monitorId: string): Promise<string> {
    const { database } = this.opened
    const id = randomUUID()
    const facts = { system: 'x', architecture: 'x', version: '1', cores: 1, memory_bytes: 1, max_users: 1 }
    await database
      .insertInto('load_machines')
      .values({ id, name: id, key_hash: '', host: 'collector', joined_at: 1, seen_at: 1, ...facts })
      .execute()
    await database
      .insertInto('monitor_assignments')
      .values({ monitor_id: monitorId, agent_id: id, epoch: 1, assigned_at: 1, until_at: null })
      .execute()
    await database
      .insertInto('monitor_sections')
      .values({
        monitor_id: monitorId,
        section: 'cpu',
        answers_availability: true,
        cause: 'refused',
        since: start,
        last_at: start,
      })
      .execute()
    return id
  }

  async addRule(name: string, content: AlertRuleContent, channelIds: string[] = []): Promise<string> {
    const id = randomUUID()
    await this.rules.insert({ ...this.#ruleOf(name, content, channelIds), id }, 1_000)
    return id
  }

  /** `evaluation` above 1 is an edit of what is evaluated. */
  async editRule(
    id: string,
    revision: number,
    content: AlertRuleContent,
    changed: { evaluation?: number; isEnabled?: boolean } = {},
  ): Promise<boolean> {
    return await this.rules.update({ ...this.#ruleOf('edited', content, []), id, ...changed }, revision)
  }

  #ruleOf(name: string, content: AlertRuleContent, channelIds: readonly string[]) {
    return {
      projectId: this.projectId,
      name,
      isEnabled: true,
      level: 'warning' as const,
      labels: {},
      channelIds,
      content,
      evaluation: 1,
      at: this.now,
      by: 'test',
    }
  }

  readonly #layouts = new Map<string, SeriesLayout>()

  row(
    monitorId: string,
    slotMs: number,
    values: Readonly<Record<string, number>>,
    kind: SeriesKey['kind'] = 'gauge',
  ): SampleRow {
    const key = `${monitorId} ${Object.keys(values).join()}`
    const layout = this.#layouts.get(key) ?? {
      monitorId,
      projectId: this.projectId,
      section: 'cpu',
      part: 0,
      cadenceMs,
      series: Object.keys(values).map(counter => ({ counter, labels: {}, kind })),
    }
    this.#layouts.set(key, layout)
    return { layout, slotMs, values: Float64Array.from(Object.values(values)) }
  }

  async phases(): Promise<string[]> {
    const rows = await this.opened.database
      .selectFrom('alert_states')
      .select('phase')
      .orderBy('phase')
      .execute()
    return rows.map(({ phase }) => phase)
  }

  async transitions() {
    return await this.opened.database
      .selectFrom('alert_transitions')
      .select(['key', 'seq', 'from_phase', 'to_phase', 'made_at', 'value', 'notice', 'reason'])
      .orderBy('seq')
      .orderBy('key')
      .execute()
  }
}

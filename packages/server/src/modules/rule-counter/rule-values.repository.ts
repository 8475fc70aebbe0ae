/** Queries of the values that SLA rules on counters were judged on, and of the links that are bound to a scenario. */
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import type { RuleValues } from '@pone/results/merge/rule-values.ts'
import type { Database } from '../../adapters/database/database.ts'
import type { Tables } from '../../adapters/database/tables.ts'

const bytesPerSample = 16

export function createRuleValuesRepository(database: Database) {
  return {
    boundLinks: async (projectId: string, scenarioId: string): Promise<LinkTopology[]> => {
      const rows = await database
        .selectFrom('monitor_link_scenarios')
        .innerJoin('monitor_links', 'monitor_links.id', 'monitor_link_scenarios.link_id')
        .select('monitor_links.topology')
        .where('scenario_id', '=', scenarioId)
        .where('monitor_links.project_id', '=', projectId)
        .orderBy('monitor_links.name')
        .execute()
      return rows.map(({ topology }) => topology)
    },

    /** Binds the links of scenarios to their copies, by the ids of both. */
    bindCopies: async (copies: ReadonlyMap<string, string>): Promise<void> => {
      if (copies.size === 0) return
      const rows = await database
        .selectFrom('monitor_link_scenarios')
        .selectAll()
        .where('scenario_id', 'in', [...copies.keys()])
        .execute()
      const bound = rows.flatMap(({ link_id, scenario_id }) => {
        const copy = copies.get(scenario_id)
        return copy === undefined ? [] : [{ link_id, scenario_id: copy }]
      })
      if (bound.length > 0)
        await database
          .insertInto('monitor_link_scenarios')
          .values(bound)
          .onConflict(conflict => conflict.doNothing())
          .execute()
    },

    /** In place of what was kept of the same rules. */
    keep: async (runId: string, startedAt: number, values: readonly RuleValues[]): Promise<void> => {
      if (values.length === 0) return
      await database
        .insertInto('run_rule_values')
        .values(values.map(each => rowOf(runId, startedAt, each)))
        .onConflict(conflict =>
          conflict.columns(['run_id', 'rule_id']).doUpdateSet(eb => ({
            cadence_ms: eb.ref('excluded.cadence_ms'),
            is_rate: eb.ref('excluded.is_rate'),
            samples: eb.ref('excluded.samples'),
          })),
        )
        .execute()
    },

    kept: async (runId: string): Promise<RuleValues[]> => {
      const rows = await database
        .selectFrom('run_rule_values')
        .innerJoin('runs', 'runs.id', 'run_rule_values.run_id')
        .select(['rule_id', 'cadence_ms', 'is_rate', 'samples', 'runs.started_at'])
        .where('run_id', '=', runId)
        .execute()
      return rows.map(({ started_at: startedAt, ...row }) => valuesOf(row, startedAt ?? 0))
    },
  }
}

function rowOf(
  runId: string,
  startedAt: number,
  { ruleId, cadenceMs, isRate, at, values }: RuleValues,
): Tables['run_rule_values'] {
  const samples = Buffer.alloc(at.length * bytesPerSample)
  for (const [index, instant] of at.entries()) {
    samples.writeDoubleLE(instant - startedAt, index * bytesPerSample)
    samples.writeDoubleLE(values[index] ?? Number.NaN, index * bytesPerSample + 8)
  }
  return { run_id: runId, rule_id: ruleId, cadence_ms: cadenceMs, is_rate: isRate, samples }
}

function valuesOf(
  row: Pick<Tables['run_rule_values'], 'rule_id' | 'cadence_ms' | 'is_rate' | 'samples'>,
  startedAt: number,
): RuleValues {
  const { rule_id: ruleId, cadence_ms: cadenceMs, is_rate: isRate, samples } = row
  const indexes = Array.from(
    { length: samples.length / bytesPerSample },
    (_, index) => index * bytesPerSample,
  )
  return {
    ruleId,
    cadenceMs,
    isRate,
    delayMs: 0,
    at: indexes.map(index => startedAt + samples.readDoubleLE(index)),
    values: indexes.map(index => samples.readDoubleLE(index + 8)),
  }
}

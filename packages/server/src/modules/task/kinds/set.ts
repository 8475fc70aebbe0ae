/** The kind `set`: an execution of a task set. */

import { AppError } from '@pone/contract/errors.ts'
import { defaultEngine } from '@pone/plan/engines/registry.ts'
import { sql } from 'kysely'
import type { ExecutionRepository } from '../execution.repository.ts'
import { activeRunsOf, nameOfExecution, toSetTask } from '../execution-view.ts'
import type { HeldMachines } from '../held-machines.ts'
import type { TaskKind } from './kind.ts'

export interface SetKindDeps {
  readonly executions: ExecutionRepository
  readonly held: HeldMachines
  /** Called when work is due at once. */
  readonly onChange: () => void
  readonly now: () => number
}

export function setKind({ executions, held, onChange, now }: SetKindDeps): TaskKind {
  return {
    name: 'set',
    list: isActiveOnly => sql`
      select 'set' as kind, e.id, e.project_id, e.number, e.set_name as name,
        coalesce(e.options->>'engine', ${defaultEngine}) as engine, e.state, e.trigger, e.started_by,
        e.due_at, e.started_at, e.ended_at, e.set_id, null::bigint as planned_ms
      from task_executions e
      where ${isActiveOnly ? sql`e.state in ('waiting', 'running')` : sql`true`}`,
    facts: async rows => {
      const ids = rows.map(row => row.id)
      const results = Map.groupBy(await executions.results(ids), task => task.execution_id)
      const optionsOf = await executions.optionsOf(ids)
      const machines = await held([...results.values()].flatMap(activeRunsOf))
      const at = now()
      return rows.flatMap(row => {
        const options = optionsOf.get(row.id)
        const tasks = results.get(row.id) ?? []
        return options === undefined ? [] : [toSetTask(row, { options, tasks, held: machines, now: at })]
      })
    },
    stop: async ({ id, by, isForced }) => {
      const row = await executions.find(null, id)
      if (row === null) throw new AppError('NotFound', { what: 'execution' })
      if (!(await executions.askStop(id, isForced ? 'force' : 'graceful', by, now())))
        throw new AppError('ExecutionNotActive')
      onChange()
      return nameOfExecution(row)
    },
  }
}

/** Calls of runs. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { ResultImport } from '@pone/contract/entities/jtl.ts'
import type { Run } from '@pone/contract/entities/run.ts'
import { AppError } from '@pone/contract/errors.ts'
import {
  type CapacityProblemCode,
  isCapacityProblem,
  readCapacityRules,
} from '@pone/plan/code/capacity-text.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import type { Caller, Handlers, ProjectCaller } from '../../calls/handler.ts'
import type { SampleLogService } from '../sample-log/sample-log.service.ts'
import type { RunService } from './run.service.ts'
import { runName } from './run-name.ts'

/** Returns the progress of the imports of these runs. */
interface ImportViews {
  views(runIds: readonly string[], textOf: Caller['textOf']): Promise<ReadonlyMap<string, ResultImport>>
}

const ruleErrors = {
  form: 'CapacityRuleForm',
  direction: 'CapacityRuleDirection',
  metric: 'CapacityRuleMetric',
  window: 'CapacityRuleWindow',
  tooMany: 'CapacityRuleTooMany',
} as const satisfies Readonly<Record<CapacityProblemCode, string>>

/** @throws AppError CapacityRule… with the place of the first rule that a search cannot hold to */
function capacityRulesOf(text: string): SlaRule[] {
  const read = readCapacityRules(text)
  if (!isCapacityProblem(read)) return [...read]
  const { code, position, rule } = read
  throw new AppError(ruleErrors[code], { position, rule })
}

export function runApi(
  service: RunService,
  samples: Pick<SampleLogService, 'open'>,
  imports: ImportViews,
): Omit<Handlers<Calls['run']>, 'importJtl' | 'cancelImport' | 'retryImport'> {
  const withImports = async <T extends Run>(runs: T[], textOf: Caller['textOf']): Promise<T[]> => {
    const ids = runs.flatMap(({ id, source }) => (source === 'import' ? [id] : []))
    const views = await imports.views(ids, textOf)
    return runs.map(run => ({ ...run, importing: views.get(run.id) ?? null }))
  }
  /** An API token reads for a program, not for a person. */
  const noteOpened = ({ user, onlyProjectId }: Pick<ProjectCaller, 'user' | 'onlyProjectId'>, run: Run) =>
    onlyProjectId === undefined ? service.noteOpened(run, user.account) : undefined
  return {
    async start({ projectId, scenarioId }, { user, language, audit }) {
      const run = await service.start({ projectId, scenarioId, by: user.account, language })
      audit.target(runName(run))
      return run
    },
    async findCapacity({ projectId, scenarioId, rules, ...range }, { user, language, audit }) {
      const capacity = { ...range, rules: capacityRulesOf(rules) }
      if (range.maxLoad < range.startLoad) throw new AppError('CapacityRange')
      const run = await service.start({ projectId, scenarioId, by: user.account, language, capacity })
      audit.target(runName(run))
      return run
    },
    async list(input, { textOf }) {
      const found = await service.list(input)
      return { ...found, rows: await withImports(found.rows, textOf) }
    },
    async get({ projectId, id }, caller) {
      const run = await service.get(projectId, id)
      await noteOpened(caller, run)
      return (await withImports([run], caller.textOf))[0] ?? run
    },
    async live({ projectId, id }, caller) {
      const live = await service.live(projectId, id)
      await noteOpened(caller, live.run)
      return live
    },
    log: input => service.log(input),
    async sampleLog({ projectId, id }) {
      const { name, body } = await samples.open(projectId, id)
      return { name, contentType: 'text/csv; charset=utf-8', body }
    },
    async stop({ projectId, id }, { user, audit }) {
      audit.target(runName(await service.stop(projectId, id, user.account)))
      return {}
    },
    async forceStop({ projectId, id }, { user, audit }) {
      audit.target(runName(await service.forceStop(projectId, id, user.account)))
      return {}
    },
    async changeLoad({ projectId, id, ...change }, { user, audit }) {
      const { record, before } = await service.changeLoad({ projectId, id, change, by: user.account })
      audit.target(runName(record))
      audit.before({ load: before })
      audit.after({ load: record.manualLoad })
      return {}
    },
    async delete({ projectId, ids }, { audit }) {
      audit.target((await service.delete(projectId, ids)).map(runName).join(', '))
      return {}
    },
  }
}

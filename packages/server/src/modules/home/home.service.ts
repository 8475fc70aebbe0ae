/** The panels of the project's home page. */
import {
  type Changes,
  homeDays,
  homeRuns,
  listedOnHome,
  type trendsSchema,
  type Waiting,
} from '@pone/contract/entities/home.ts'
import { errorsOf, validateComponent } from '@pone/plan/check/validate.ts'
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import type { z } from 'zod'
import type { HomeRunsRepository } from './home-runs.repository.ts'
import type { OwnComponent, WaitingRepository } from './waiting.repository.ts'
import { isAlike, toHomeRun, worseReasonsOf } from './worse-runs.ts'

const dayMs = 86_400_000
/** Unopened runs are counted up to this. */
const countedRuns = 100
/** Missed executions are told of for this long. */
const missedDays = 7
/** Of the components that a person saved, so many are checked. */
const checkedComponents = 10

export interface HomeServiceDeps {
  readonly runs: HomeRunsRepository
  readonly waiting: WaitingRepository
  readonly now: () => number
}

export type HomeService = ReturnType<typeof createHomeService>

export function createHomeService({ runs, waiting, now }: HomeServiceDeps) {
  const lookedAt = (projectId: string) => ({ projectId, since: now() - homeDays * dayMs, limit: homeRuns })
  return {
    async changes(projectId: string): Promise<Changes> {
      const { isCut, pairs } = await runs.compared(lookedAt(projectId))
      const rows = pairs.map(pair => {
        const latest = toHomeRun(pair.latest)
        const previous = toHomeRun(pair.previous)
        return {
          scenarioId: pair.latest.scenarioId,
          scenarioName: pair.latest.scenarioName,
          latest,
          previous,
          reasons: worseReasonsOf(latest, previous),
          isLoadAlike: isAlike(latest, previous),
        }
      })
      const worse = rows.filter(row => row.reasons.length > 0)
      return {
        compared: rows.length,
        otherLoad: rows.filter(row => row.latest.state !== 'failed' && !row.isLoadAlike).length,
        isCut,
        worse: worse.length,
        rows: worse.slice(0, listedOnHome.worse),
      }
    },
    async trends(projectId: string): Promise<z.infer<typeof trendsSchema>> {
      const wanted = { scenarios: listedOnHome.trends, points: listedOnHome.points }
      const found = await runs.trends(lookedAt(projectId), wanted)
      return { scenarios: found.map(trend => ({ ...trend, points: trend.points.map(toHomeRun) })) }
    },
    /** `may` says whether the caller has a function in the project. */
    async waiting({ projectId, user, may, language }: WaitingOrder): Promise<Waiting> {
      const none = Promise.resolve([])
      const [unopened, schedules, missed, components] = await Promise.all([
        may('run.view')
          ? runs.unopened(
              { ...lookedAt(projectId), limit: countedRuns, startedBy: user.account },
              listedOnHome.mine,
            )
          : { total: 0, rows: [] },
        may('scenario.view') ? waiting.nextSchedules(projectId, listedOnHome.mine) : none,
        may('run.view')
          ? waiting.missed({
              projectId,
              ownerId: user.id,
              since: now() - missedDays * dayMs,
              limit: listedOnHome.mine,
            })
          : none,
        may('component.edit') ? waiting.ownComponents(projectId, user.account, checkedComponents) : none,
      ])
      return {
        runs: {
          total: unopened.total,
          limit: countedRuns,
          rows: unopened.rows.map(({ scenarioId, scenarioName, ...run }) => ({
            scenarioId,
            scenarioName,
            ...toHomeRun(run),
          })),
        },
        schedules,
        missed,
        components: components.flatMap(component => withErrors(component, language)),
      }
    },
  }
}

interface WaitingOrder {
  readonly projectId: string
  readonly user: { readonly id: string; readonly account: string }
  readonly may: (needed: 'run.view' | 'scenario.view' | 'component.edit') => boolean
  readonly language: Language
}

/** Nothing for a component that can run. */
function withErrors({ id, name, document }: OwnComponent, language: Language): Waiting['components'] {
  const parsed = componentDocumentSchema.safeParse(document)
  if (!parsed.success) return []
  const errors = errorsOf(validateComponent(parsed.data))
  const [first] = errors
  return first === undefined ? [] : [{ id, name, errors: errors.length, firstError: first.text[language] }]
}

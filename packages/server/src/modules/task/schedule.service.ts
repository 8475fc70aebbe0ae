/** Schedules of task sets: editing them, and starting due ones. */
import { randomUUID } from 'node:crypto'
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { taskCalls } from '@pone/contract/calls/task.ts'
import type { ExecutionCause, ExecutionState, Schedule } from '@pone/contract/entities/task.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type Language } from '@pone/schema/bilingual.ts'
import { previewedInstants } from '@pone/schema/limits.ts'
import type { ProjectAccess } from '../../calls/identity.ts'
import { namesOfOtherEngine } from '../scenario/task-engine.ts'
import type { ExecutionRepository } from './execution.repository.ts'
import { tasksToRun } from './execution.service.ts'
import type { NewExecution } from './new-execution.repository.ts'
import type {
  FiredSchedule,
  NamedSchedule,
  ScheduleQuery,
  ScheduleRepository,
  ScheduleRow,
} from './schedule.repository.ts'
import { assertUsable, firingOf, instantsAfter } from './schedule-rule.ts'
import type { TaskService } from './task.service.ts'
import type { TaskSetContent } from './task-set-content.ts'

export interface ScheduleDeps {
  readonly schedules: ScheduleRepository
  readonly executions: Pick<ExecutionRepository, 'activeOf'>
  readonly tasks: Pick<TaskService, 'content'>
  /** The present project permissions of a schedule's owner; undefined when not a member any more. */
  readonly accessOf: (userId: string, projectId: string) => Promise<ProjectAccess | undefined>
  readonly leaseOwner: string
  readonly now: () => number
}

export type ScheduleService = ReturnType<typeof createScheduleService>

const minuteMs = 60_000
const defaultGraceMinutes = 10

export function createScheduleService(deps: ScheduleDeps) {
  return { ...scheduleEdits(deps), ...scheduleFiring(deps) }
}

/** Reading and changing schedules. */
function scheduleEdits(deps: Pick<ScheduleDeps, 'schedules' | 'now' | 'tasks'>) {
  const { schedules, now } = deps
  const find = async (projectId: string, id: string): Promise<NamedSchedule> => {
    const row = await schedules.find(projectId, id)
    if (row === null) throw new AppError('NotFound', { what: 'schedule' })
    return row
  }
  return {
    list: async (query: ScheduleQuery): Promise<OutputOf<typeof taskCalls.schedules>> => {
      const { total, rows } = await schedules.list(query)
      return { total, page: query.page, pageSize: query.pageSize, rows: rows.map(toSchedule) }
    },
    /** Returns the previous version, if any. @throws AppError NotFound, ScheduleInvalid */
    async save(
      input: InputOf<typeof taskCalls.saveSchedule>,
      user: { id: string; account: string },
      language: Language,
    ): Promise<{ before: Schedule | null; after: Schedule }> {
      const { projectId, setId, rule } = input
      const before = input.id === null ? null : await find(projectId, input.id)
      const isEnabled = input.isEnabled ?? before?.is_enabled ?? true
      const at = now()
      // A schedule that is only being disabled may have its time in the past.
      if (isEnabled) assertUsable(rule, at)
      await deps.tasks.content(projectId, setId)
      const id = input.id ?? randomUUID()
      await schedules.save({
        id,
        projectId,
        setId,
        rule,
        graceMinutes: input.graceMinutes ?? before?.grace_minutes ?? defaultGraceMinutes,
        isEnabled,
        nextAt: isEnabled ? (instantsAfter(rule, at, 1)[0] ?? null) : null,
        ownerId: user.id,
        by: user.account,
        language,
        at,
      })
      return {
        before: before === null ? null : toSchedule(before),
        after: toSchedule(await find(projectId, id)),
      }
    },
    /** Returns the name of its set. @throws AppError NotFound */
    async delete(projectId: string, id: string): Promise<string> {
      const { set_name } = await find(projectId, id)
      await schedules.delete(projectId, id)
      return set_name
    },
    /** @throws AppError ScheduleInvalid */
    preview(rule: InputOf<typeof taskCalls.previewSchedule>['rule']): number[] {
      assertUsable(rule, now())
      return instantsAfter(rule, now(), previewedInstants)
    },
  }
}

/** Fires schedules that are due. */
function scheduleFiring(
  deps: Pick<ScheduleDeps, 'schedules' | 'now' | 'tasks' | 'leaseOwner' | 'accessOf' | 'executions'>,
) {
  const { schedules, now } = deps
  /** Why a due execution does not start; null when it does. */
  const obstacle = async (
    schedule: ScheduleRow,
    set: TaskSetContent,
  ): Promise<{ state: ExecutionState; cause: ExecutionCause; detail: string } | null> => {
    const access = await deps.accessOf(schedule.owner_id, schedule.project_id)
    if (access === undefined || !access.functions.has('run.execute')) {
      return { state: 'failed', cause: 'notPermitted', detail: schedule.created_by }
    }
    if (access.isArchived || !access.isEnabled) return { state: 'failed', cause: 'projectClosed', detail: '' }
    if ((await deps.executions.activeOf(schedule.set_id)) !== null) {
      return { state: 'missed', cause: 'stillRunning', detail: '' }
    }
    const enabled = set.tasks.filter(task => task.document.isEnabled)
    if (enabled.length === 0) return { state: 'failed', cause: 'empty', detail: '' }
    const scenarios = enabled.flatMap(task => task.outlook ?? [])
    const others = namesOfOtherEngine(set.document.engine, scenarios)
    return others.length === 0 ? null : { state: 'failed', cause: 'otherEngine', detail: others.join(', ') }
  }
  return {
    /** Starts one due schedule, on exactly one server; false when none is due. */
    fireOne: (exceptIds: readonly string[], onTaken: (id: string) => void): Promise<boolean> =>
      schedules.takeDue(now(), exceptIds, async (schedule): Promise<FiredSchedule> => {
        onTaken(schedule.id)
        const at = now()
        const { rule, next_at: nextAt, grace_minutes: graceMinutes } = schedule
        const firing = firingOf({ rule, nextAt: nextAt ?? at, graceMs: graceMinutes * minuteMs }, at)
        const set = await deps.tasks.content(schedule.project_id, schedule.set_id)
        const execution = (dueAt: number, end: NewExecution['end']): NewExecution => ({
          projectId: schedule.project_id,
          setId: schedule.set_id,
          setName: set.name,
          options: set.document,
          tasks: end === null ? tasksToRun(set) : [],
          trigger: 'schedule',
          scheduleId: schedule.id,
          startedBy: schedule.created_by,
          ownerId: schedule.owner_id,
          language: schedule.language,
          dueAt,
          at,
          end,
          leaseOwner: deps.leaseOwner,
        })
        const missed = firing.missed.map((dueAt, index) => {
          const earlier = index === 0 && firing.earlierMissed > 0 ? String(firing.earlierMissed) : ''
          return execution(dueAt, { state: 'missed', cause: 'late', detail: earlier })
        })
        const end = firing.run === null ? null : await obstacle(schedule, set)
        const isClosed = end?.cause === 'notPermitted' || end?.cause === 'projectClosed'
        return {
          executions: firing.run === null ? missed : [...missed, execution(firing.run, end)],
          nextAt: isClosed ? null : firing.nextAt,
          lastAt: firing.run ?? firing.missed.at(-1) ?? at,
          isEnabled: !isClosed,
        }
      }),
  }
}

const toSchedule = (row: NamedSchedule): Schedule => ({
  id: row.id,
  projectId: row.project_id,
  projectName: row.project_name,
  setId: row.set_id,
  setName: row.set_name,
  rule: row.rule,
  graceMinutes: row.grace_minutes,
  isEnabled: row.is_enabled,
  nextAt: row.next_at,
  lastAt: row.last_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
})

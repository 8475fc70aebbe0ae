/** The log of a run, page by page or as one text. */
import { Readable } from 'node:stream'
import type { InputOf, OutputOf } from '@pone/contract/call.ts'
import type { jmeterLogCalls } from '@pone/contract/calls/jmeter-report.ts'
import type { JmeterLogLine } from '@pone/contract/entities/jmeter-report.ts'
import { AppError } from '@pone/contract/errors.ts'
import { runFileName } from '@pone/schema/file-name.ts'
import type { RunRepository } from '../run/run.repository.ts'
import type { LogFilter, RunLogRepository } from './run-log.repository.ts'

const portion = 1_000

export type RunLogService = ReturnType<typeof createRunLogService>

export function createRunLogService(deps: {
  readonly runs: Pick<RunRepository, 'find' | 'machines'>
  readonly log: RunLogRepository
}) {
  const { runs, log } = deps
  const runOf = async (projectId: string, runId: string) => {
    const record = await runs.find(projectId, runId)
    if (record === null) throw new AppError('NotFound', { what: 'run' })
    return record
  }
  async function* text(filter: LogFilter): AsyncGenerator<string> {
    for (let offset = 0; ; offset += portion) {
      const lines = await log.lines(filter, offset, portion)
      if (lines.length > 0) yield lines.map(textOf).join('')
      if (lines.length < portion) return
    }
  }
  return {
    /** @throws AppError NotFound */
    async lines(input: InputOf<typeof jmeterLogCalls.lines>): Promise<OutputOf<typeof jmeterLogCalls.lines>> {
      await runOf(input.projectId, input.runId)
      const { offset, limit, ...filter } = input
      const machines = await runs.machines(input.runId)
      return {
        total: await log.count(filter),
        lines: await log.lines(filter, offset, limit),
        machines: machines.map(({ agentId, name }) => ({ id: agentId, name })),
      }
    },
    /** @throws AppError NotFound */
    async open(
      input: InputOf<typeof jmeterLogCalls.download>,
    ): Promise<{ name: string; contentType: string; body: Readable }> {
      const record = await runOf(input.projectId, input.runId)
      return {
        name: runFileName(record, ['log'], 'log'),
        contentType: 'text/plain; charset=utf-8',
        body: Readable.from(text(input), { objectMode: false }),
      }
    },
  }
}

const textOf = ({ at, level, machine, source, message }: JmeterLogLine): string =>
  `${new Date(at).toISOString()} ${level.toUpperCase()} ${machine === '' ? '' : `[${machine}] `}${source}: ${message}\n`

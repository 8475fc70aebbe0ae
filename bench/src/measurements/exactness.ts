/** Whether the requests that Pone reports are the lines of the target's log, also when the run is stopped, the target dies or connections are reset. */
import type { BenchContext } from '../bench-context.ts'
import { loadUsers } from '../peers/peer.ts'
import type { LoadWorker } from '../pone/load-worker.ts'
import { constantUsers, type Load } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import type { RunTotals } from '../pone/totals.ts'
import { statementOf } from '../result.ts'
import type { LogLine, Target } from '../target/target.ts'
import type { Measurement } from './measurement.ts'

const pollMs = 20
const settleTimeoutMs = 10_000
/** How long the load continues against a dead target. */
const afterDeathMs = 500
const status = { answered: 200, reset: 444 }

/** What both sides counted. */
interface Accounts {
  readonly totals: RunTotals
  readonly log: readonly LogLine[]
}

interface ExactnessCase {
  readonly name: string
  /** The condition under which the two accounts agree. */
  readonly definition: string
  readonly resetPercent?: number
  load(requests: number): Load['model']
  /** What happens once that many requests have been made. */
  interrupt?(context: BenchContext, target: Target, workers: readonly LoadWorker[]): Promise<void>
  agrees(accounts: Accounts): boolean
}

const endless = () => constantUsers(loadUsers, 600)
const everyLine = ({ totals, log }: Accounts) => totals.sent === log.length && totals.reported === log.length
const lines = (log: readonly LogLine[], wanted: number) => log.filter(line => line.status === wanted).length

const cases: readonly ExactnessCase[] = [
  {
    name: 'normal run',
    definition: 'requests reported = lines, all of them passed',
    load: requests => ({
      kind: 'constant',
      users: loadUsers,
      rampUpSeconds: 0,
      durationSeconds: 0,
      loops: Math.ceil(requests / loadUsers),
    }),
    agrees: accounts => everyLine(accounts) && accounts.totals.passed === accounts.log.length,
  },
  {
    name: 'stopped run',
    definition: 'requests reported = lines, all of them passed',
    load: endless,
    interrupt: async (_context, _target, workers) => stopAll(workers),
    agrees: accounts => everyLine(accounts) && accounts.totals.passed === accounts.log.length,
  },
  {
    name: 'force-stopped run',
    definition: 'requests reported = lines; those cut by the stop are reported as failed',
    load: endless,
    interrupt: async (_context, _target, workers) => stopAll(workers, true),
    agrees: everyLine,
  },
  {
    name: 'target killed within the run',
    definition:
      'requests reported as answered = lines, save one that the target had answered and not yet logged when it was killed; all others on the wire are reported as failed',
    load: endless,
    async interrupt(context, target, workers) {
      await target.kill()
      await context.wait(afterDeathMs)
      stopAll(workers)
    },
    agrees: ({ totals, log }) =>
      totals.reported === totals.sent && totals.passed >= log.length && totals.passed <= log.length + 1,
  },
  {
    name: 'connections reset',
    definition:
      'requests reported = lines; passed = lines with status 200; the other lines are resets (444), of which those that a request was sent again after, as HTTP allows, are no failures of their own',
    resetPercent: 5,
    load: endless,
    interrupt: async (_context, _target, workers) => stopAll(workers),
    agrees: accounts =>
      everyLine(accounts) &&
      accounts.totals.passed === lines(accounts.log, status.answered) &&
      accounts.totals.failed <= lines(accounts.log, status.reset),
  },
]

export const exactness: Measurement = {
  name: 'exactness',
  async measure(context) {
    const requests = context.mode === 'quick' ? 30_000 : 500_000
    const figures = []
    for (const one of cases) {
      const accounts = await runCase(context, one, requests)
      figures.push({
        case: one.name,
        definition: one.definition,
        isExact: one.agrees(accounts),
        ...sumUp(accounts),
      })
    }
    return {
      method: `one worker with ${loadUsers} users; requests in the worker's batches against lines of the target's access log, each line written at once`,
      ratios: figures.map(figure => statementOf(`exact: ${figure.case}`, figure.isExact)),
      figures,
    }
  },
}

const runCase = (context: BenchContext, one: ExactnessCase, requests: number): Promise<Accounts> =>
  context.withTarget({ isLogging: true, resetPercent: one.resetPercent ?? 0 }, async target => {
    const { totals } = await runLoad(context, target, {
      load: { model: one.load(requests) },
      async during(workers) {
        if (one.interrupt === undefined) return
        while ((await target.count()).requests < requests) await context.wait(pollMs)
        await one.interrupt(context, target, workers)
      },
    })
    return { totals, log: await settledLog(context, target) }
  })

/** The log once the target has handled everything that reached it; immediately when it is dead. */
async function settledLog(context: BenchContext, target: Target): Promise<LogLine[]> {
  const deadline = performance.now() + settleTimeoutMs
  const connections = () =>
    target.count().then(
      count => count.connections,
      () => 0,
    )
  while ((await connections()) > 0 && performance.now() < deadline) await context.wait(pollMs)
  return target.readLog()
}

const sumUp = ({ totals, log }: Accounts) => ({
  sent: totals.sent,
  reported: totals.reported,
  passed: totals.passed,
  failed: totals.failed,
  errors: totals.errors,
  logLines: log.length,
  linesAnswered: lines(log, status.answered),
  linesReset: lines(log, status.reset),
})

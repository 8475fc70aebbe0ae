/** Shared by tests of parameters: pools of workers that take unique rows from the same leases. */
import type { Share } from '@pone/contract/link/plan.ts'
import { RowLeases } from '../coordination/row-leases.ts'
import { ParameterPool, type TakingRules, type UniqueRows } from './parameter-pool.ts'
import { RowDesk } from './row-desk.ts'
import type { RowSource } from './row-source.ts'

let workers = 0

/** A pool of one worker with that many users; workers of a run get the same leases, which answer immediately. */
export function poolOf(
  rules: TakingRules,
  source: RowSource,
  {
    share = { from01: 0, to01: 1 },
    leases = new RowLeases(),
    users = 1,
    ...unique
  }: { share?: Share; leases?: RowLeases; users?: number } & Partial<UniqueRows> = {},
): ParameterPool {
  const workerId = `w${++workers}`
  const desk: RowDesk = new RowDesk(ask => desk.receive(leases.grant({ ...ask, workerId }).grant))
  const leased = desk.open({
    key: 'p',
    rowCount: source.rowCount,
    users,
    share01: share.to01 - share.from01,
    isReusable: rules.exhaustion === 'cycle',
    asksAhead: true,
  })
  return new ParameterPool(rules, source, share, {
    leased,
    perIteration: 1,
    onRepeat: () => undefined,
    ...unique,
  })
}

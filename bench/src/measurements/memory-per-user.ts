/**
 * Memory of a worker whose users mostly wait in think time: each has a connection open and sends a request every ten
 * seconds.
 */
import type { BenchContext } from '../bench-context.ts'
import { constantUsers } from '../pone/plans.ts'
import { runLoad, stopAll } from '../pone/run-load.ts'
import { residentBytes } from '../process-usage.ts'
import { ratioOf } from '../result.ts'
import { round } from '../statistics.ts'
import type { Target } from '../target/target.ts'
import type { Measurement } from './measurement.ts'

const wantedUsers = 20_000
const thinkTimeMs = 10_000
/** A target whose queue of new connections overflows answers late, which is not what is measured here. */
const newUsersPerSecond = 1_000
const connectTimeoutMs = 60_000
/** Open files of a process that are not connections of users. */
const otherFiles = 256
const gib = 1_024 ** 3
const pollMs = 200

export const memoryPerUser: Measurement = {
  name: 'memory-per-user',
  async measure(context) {
    const users = Math.min(wantedUsers, context.openFileLimit - otherFiles)
    const alone = await context.withTarget({}, target => peakMemory(context, target, 1, 2_000))
    const all = await context.withTarget({}, target =>
      peakMemory(context, target, users, context.mode === 'quick' ? thinkTimeMs : 6 * thinkTimeMs),
    )
    return {
      method: `one worker, ${users} users with ${thinkTimeMs / 1_000} s think time and a connection each${users < wantedUsers ? ` (${wantedUsers} do not fit the limit of open files here)` : ''}; largest resident memory of the whole process while all connections were open`,
      ratios: [
        ratioOf('thinking users per GiB', Math.round(users / (all.peakBytes / gib)), '', { atLeast: 20_000 }),
      ],
      figures: {
        users,
        connections: all.connections,
        peakMib: round(all.peakBytes / 1_024 ** 2),
        oneUserMib: round(alone.peakBytes / 1_024 ** 2),
        kibPerFurtherUser: round((all.peakBytes - alone.peakBytes) / (users - 1) / 1_024, 3),
        failedRequests: all.failed,
      },
    }
  },
}

async function peakMemory(context: BenchContext, target: Target, users: number, holdMs: number) {
  const rampUpSeconds = users / newUsersPerSecond
  const load = { model: constantUsers(users, 600, rampUpSeconds), thinkTimeMs }
  const { totals, seen } = await runLoad(context, target, {
    urls: target.urls,
    load,
    async during(workers) {
      const pid = workers[0]?.pid ?? 0
      const deadline = performance.now() + rampUpSeconds * 1_000 + connectTimeoutMs
      let { connections } = await target.count()
      for (; connections < users; { connections } = await target.count()) {
        if (performance.now() > deadline) throw new Error(`only ${connections} of ${users} connections open`)
        await context.wait(pollMs)
      }
      let peakBytes = 0
      for (const end = performance.now() + holdMs; performance.now() < end; await context.wait(pollMs)) {
        peakBytes = Math.max(peakBytes, residentBytes(pid))
      }
      stopAll(workers)
      return { peakBytes, connections }
    },
  })
  return { ...seen, failed: totals.failed }
}

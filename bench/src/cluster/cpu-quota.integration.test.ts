/** The control groups of a bench are removed however the bench ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { openCpuQuota, removeStaleQuotas } from './cpu-quota.ts'

const program = fileURLToPath(new URL('./cpu-quota.ts', import.meta.url))
const parent = existsSync('/sys/fs/cgroup/cpu') ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup'
const groupsOf = (pid: number) => readdirSync(parent).filter(name => name.startsWith(`pone-bench-${pid}-`))

/** Whether this user may create control groups here. */
const canLimit = await (async () => {
  try {
    await openCpuQuota('probe').remove()
    return true
  } catch {
    return false
  }
})()

test.runIf(canLimit)('a group is gone when it has been removed', async () => {
  const quota = openCpuQuota('test')
  quota.limit(0.5)
  expect(groupsOf(process.pid)).toHaveLength(1)
  await quota.remove()
  expect(groupsOf(process.pid)).toEqual([])
})

test.runIf(canLimit).each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a bench that is ended by %s leaves no group, though one of its processes ends later',
  async signal => {
    const bench = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { spawn } from 'node:child_process'
      import { openCpuQuota } from ${JSON.stringify(program)}
      const child = spawn('cat')
      openCpuQuota('test').add([child.pid])
      setInterval(() => undefined, 60_000)
      console.log('ready')`,
    ])
    const pid = bench.pid ?? 0
    await once(bench.stdout, 'data')
    expect(groupsOf(pid)).toHaveLength(1)
    bench.kill(signal)
    await vi.waitFor(() => expect(groupsOf(pid)).toEqual([]), { timeout: 10_000 })
  },
)

test.runIf(canLimit)('a group whose bench is gone is removed at the next start', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  mkdirSync(join(parent, `pone-bench-${gone.pid}-test`))
  removeStaleQuotas()
  expect(groupsOf(gone.pid ?? 0)).toEqual([])
})

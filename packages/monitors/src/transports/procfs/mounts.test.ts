import { spawn, spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../test-servers.ts'
import { type MountedFilesystem, Mounts } from './mounts.ts'

const figures = (mount: string): MountedFilesystem => ({
  device: '/dev/sda1',
  mount,
  type: 'ext4',
  sizeBytes: 1,
  freeBytes: 1,
  availableBytes: 1,
  inodes: 1,
  freeInodes: 1,
  deviceNumber: 1,
})
const line = (mount: string) => `/dev/sda1 ${mount} ext4 rw 0 0`

test('mounts that do not answer hold two threads at most, and the others are read once they are free', async () => {
  const pending = new Map<string, () => void>()
  const free = new Set<string>()
  const asked: string[] = []
  const mounts = new Mounts(async read => {
    const mount = read.split(' ')[1] ?? ''
    asked.push(mount)
    if (mount.startsWith('/hangs') && !free.has(mount))
      await new Promise<void>(resolve => pending.set(mount, resolve))
    return figures(mount)
  }, 20)
  const lines = ['/a', '/hangs1', '/b', '/hangs2', '/c', '/hangs3'].map(line)
  const mountsOf = (found: readonly MountedFilesystem[]) => found.map(({ mount }) => mount)
  const first = await mounts.read(lines)
  expect([mountsOf(first.found), first.late.toSorted()]).toEqual([
    ['/a', '/b'],
    ['/c', '/hangs1', '/hangs2', '/hangs3'],
  ])
  asked.length = 0
  const [second, meanwhile] = await Promise.all([mounts.read(lines), mounts.read(lines)])
  expect([second.found, second.late.length, asked, meanwhile]).toEqual([[], 6, [], second])

  free.add('/hangs1')
  pending.get('/hangs1')?.()
  const third = await vi.waitFor(
    async () => {
      const answer = await mounts.read(lines)
      expect(answer.found).not.toEqual([])
      return answer
    },
    { timeout: 10_000 },
  )
  expect([mountsOf(third.found), third.late]).toEqual([
    ['/a', '/hangs1', '/b', '/c'],
    ['/hangs2', '/hangs3'],
  ])
})

/** Also as root a container may forbid it. */
const canMount = spawnSync('unshare', ['-m', 'sh', '-c', 'exec 3<>/dev/fuse']).status === 0

const pathOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).pathname)
/** Three tests of a connection, one after another; then it ends at once, as a thread that waits cannot be joined. */
const trials = `
import { writeSync } from 'node:fs'
import { tryTarget } from ${pathOf('../../collection/trial.ts')}
import { monitorTypeOf } from ${pathOf('../../registry.ts')}
import { procfs } from ${pathOf('./procfs.ts')}
const results = []
for (let times = 0; times < 3; times++)
  results.push(await tryTarget({
    type: monitorTypeOf('host'), params: {}, transports: { procfs }, signal: AbortSignal.timeout(20_000),
  }))
writeSync(1, JSON.stringify(results))
process.kill(process.pid, 'SIGKILL')`
const trialSchema = z.object({
  sections: z.array(
    z.object({
      section: z.string(),
      rowCount: z.number(),
      cause: z.object({ code: z.string(), details: z.string() }).optional(),
    }),
  ),
})

test.skipIf(!canMount)(
  'a real file system that hangs leaves the figures of the others, and is named',
  async () => {
    const folder = await temporaryFolder()
    // Whoever serves it never reads a request, so that nothing of it returns; no other process sees it.
    const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
    const shell = `exec 3<>/dev/fuse; mount -i -t fuse -o ${options} pone-test '${folder}' && exec "$0" --input-type=module`
    const child = spawn('unshare', ['-m', 'sh', '-c', shell, process.execPath], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end(trials)
    const results = z.array(trialSchema).parse(await json(child.stdout))
    expect(results).toHaveLength(3)
    for (const { sections } of results) {
      const faults = sections.flatMap(({ section, cause }) =>
        cause ? [[section, cause.code, cause.details]] : [],
      )
      expect(faults).toEqual([['filesystems', 'timedOut', `statfs: ${folder}`]])
      expect(sections.find(({ section }) => section === 'filesystems')?.rowCount).toBeGreaterThan(0)
    }
    await rm(folder, { recursive: true })
  },
  30_000,
)

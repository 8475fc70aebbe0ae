/** The folder of one run of tests for everything temporary: it is removed at the end, and that of a run that was killed by the next one. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '@pone/embedded-postgres/process-table.ts'

const prefix = 'pone-tests-'

export interface TestFolder {
  readonly path: string
  remove(): Promise<void>
}

/** From then on this process, and those that it starts, put what is temporary into the folder, compiled modules too. */
export async function openTestFolder(): Promise<TestFolder> {
  const parent = tmpdir()
  await removeAbandoned(parent)
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  // As open as the folder around it: database servers and JMeter run as other users.
  await chmod(path, 0o1777)
  // The hundreds of servers, agents and command lines of tests compile their modules once.
  const variables = { TMPDIR: path, NODE_COMPILE_CACHE: join(path, 'compiled') }
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return {
    path,
    remove: async () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
      await removeFolder(path)
    },
  }
}

/** Those whose process no longer runs. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !(await isProcessAlive(Number(pid)))) await removeFolder(join(parent, name))
  }
}

/** Processes that are just ending may still write into it. */
const removeFolder = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })

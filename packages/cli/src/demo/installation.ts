/** Finds the installation that the demo runs on: a running one, else one started for it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readHolder } from '@pone/embedded-postgres/folder-lock.ts'
import { z } from 'zod'
import { CommandError } from '../exit-codes.ts'
import { lockFileIn } from '../up/data-folder.ts'
import { preferPort } from '../up/port.ts'
import { type FirstAccounts, startStack } from '../up/stack.ts'

export interface Installation {
  readonly address: string
  /** Present when this start was the first one of the data folder. */
  readonly firstAccounts: FirstAccounts | undefined
  /** Stops what was started for the demo; an installation that was running before keeps running. */
  release(): Promise<void>
}

interface InstallationOptions {
  readonly dataFolder: string
  readonly port: number
  readonly databaseUrl: string | undefined
  readonly announce: (line: string) => void
  readonly signal: AbortSignal
}

const otherStartPatienceMs = 180_000
const lookEveryMs = 250

/** @throws CommandError */
export async function findInstallation(options: InstallationOptions): Promise<Installation> {
  const deadline = performance.now() + otherStartPatienceMs
  while (performance.now() < deadline) {
    options.signal.throwIfAborted()
    const holder = await readHolder(lockFileIn(options.dataFolder))
    if (holder?.address !== undefined) {
      options.announce(`using the installation that runs at ${holder.address}`)
      return { address: holder.address, firstAccounts: undefined, release: async () => undefined }
    }
    if (holder === undefined) return startOwn(options)
    await wait(lookEveryMs, undefined, { signal: options.signal })
  }
  throw new CommandError('alreadyRunning', `Another start on ${options.dataFolder} does not get ready.`)
}

async function startOwn(options: InstallationOptions): Promise<Installation> {
  const port = await preferPort(options.port)
  const stack = await startStack({ ...options, port })
  return { address: stack.address, firstAccounts: stack.firstAccounts, release: () => stack.stop() }
}

const accessSchema = z.object({ account: z.string(), token: z.string(), projectId: z.string() })
/** Credentials of the demo: an API token of the demo tester, which the server writes into the data folder. */
export type DemoAccess = z.infer<typeof accessSchema>

/** @throws CommandError `negative` when the installation has no demo project */
export async function readDemoAccess(dataFolder: string): Promise<DemoAccess> {
  const path = join(dataFolder, 'demo-access.json')
  try {
    return accessSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    throw new CommandError(
      'negative',
      `The demo cannot sign in: ${path} is missing or unreadable. It is written when the server starts and the demo project exists.`,
      { cause },
    )
  }
}

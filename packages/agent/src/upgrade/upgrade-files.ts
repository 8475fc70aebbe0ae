/** Data that agent and launcher exchange over restarts: small files in the data folder, each replaced as a whole. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { upgradeFailures, upgradePackageSchema } from '@pone/contract/link/upgrade.ts'
import { z } from 'zod'

/** The launcher starts the new version when the agent exits with this code; also used by deploy/agent/pone-agent.sh. */
export const upgradeExitCode = 75

const orderSchema = z.object({
  upgradeId: z.string(),
  version: z.string(),
  package: upgradePackageSchema,
})
/** The version that the server orders this agent to install. */
export type UpgradeOrder = z.infer<typeof orderSchema>

const pendingSchema = orderSchema.extend({
  /** How many agent processes have worked on it. */
  attempts: z.int(),
  /** `trial`: the launcher starts it next. */
  phase: z.enum(['fetching', 'trial']),
})
export type PendingUpgrade = z.infer<typeof pendingSchema>

const outcomeSchema = z.object({
  upgradeId: z.string(),
  failure: z.enum(upgradeFailures).nullable(),
  detail: z.string(),
})
/** How an upgrade ended; `failure` null: installed. */
export type UpgradeOutcome = z.infer<typeof outcomeSchema>

export type UpgradeFiles = ReturnType<typeof createUpgradeFiles>

/** `dataFolder` is the agent's. */
export function createUpgradeFiles(dataFolder: string) {
  const folder = join(dataFolder, 'upgrade')
  const versions = join(folder, 'versions')
  const pathOf = (name: string) => join(folder, name)
  const write = async (path: string, text: string): Promise<void> => {
    const side = `${path}.new`
    await writeFile(side, text, { mode: 0o600 })
    await rename(side, path)
  }
  const readText = (name: string) => readFile(pathOf(name), 'utf8').catch(() => null)
  const readJson = async <T>(name: string, schema: z.ZodType<T>): Promise<T | null> => {
    try {
      return schema.parse(JSON.parse((await readText(name)) ?? ''))
    } catch {
      return null
    }
  }
  const remove = (name: string) => rm(pathOf(name), { force: true, recursive: true })

  return {
    /** Folder of downloads and of packages being unpacked. */
    workFolder: join(folder, 'incoming'),
    /** Name of an order's version folder; two builds of one version do not share it. */
    nameOf: ({ version, package: { sha256 } }: UpgradeOrder): string => `${version}-${sha256.slice(0, 12)}`,
    folderOf: (name: string): string => join(versions, name),
    prepare: () => mkdir(versions, { recursive: true, mode: 0o700 }),
    pending: () => readJson('pending.json', pendingSchema),
    setPending: (pending: PendingUpgrade) => write(pathOf('pending.json'), JSON.stringify(pending)),
    clearPending: () => remove('pending.json'),
    outcome: () => readJson('outcome.json', outcomeSchema),
    setOutcome: (outcome: UpgradeOutcome) => write(pathOf('outcome.json'), JSON.stringify(outcome)),
    clearOutcome: () => remove('outcome.json'),
    /** Makes this version the one that the launcher starts next, on trial. */
    async switchTo(name: string): Promise<void> {
      const before = (await readText('current'))?.trim() ?? ''
      await remove('failed')
      if (before === '') await remove('previous')
      else await write(pathOf('previous'), `${before}\n`)
      // The trial is written first: a version that is current without it would never be rolled back.
      await write(pathOf('trial'), `${name}\n`)
      await write(pathOf('current'), `${name}\n`)
    },
    /** Why the launcher has rolled back this version; null when it has not. */
    async fallBackFrom(name: string): Promise<string | null> {
      const [failed = '', reason = ''] = ((await readText('failed')) ?? '').split('\n')
      return failed === name ? reason : null
    },
    /** The running version works: ends its trial, and removes versions that are not needed as a fallback. */
    async confirm(): Promise<void> {
      await write(join(dataFolder, 'connected'), `${Date.now()}\n`)
      await remove('trial')
      const kept = [(await readText('current'))?.trim(), (await readText('previous'))?.trim()]
      for (const name of await readdir(versions).catch(() => [])) {
        if (!kept.includes(name)) await rm(join(versions, name), { recursive: true, force: true })
      }
    },
    /** Whether `bundle` is the folder of this version. */
    isRunning: (bundle: string, name: string): boolean => basename(bundle) === name,
  }
}

/** Leaves an API token of the demo tester in the data folder, for `pone demo`. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@pone/contract/errors.ts'
import { z } from 'zod'
import { findDemoProject } from './demo-project.ts'
import { demoAccount } from './first-run.ts'
import type { SeedServices } from './seed-services.ts'

const accessSchema = z.object({ account: z.string(), token: z.string(), projectId: z.string() })

/** Writes `demo-access.json` (readable by this user only), or removes it when there is no demo project; a token that still works stays. */
export async function writeDemoAccess(services: SeedServices, dataFolder: string): Promise<void> {
  const path = join(dataFolder, 'demo-access.json')
  const user = await services.userRepository.findByAccount(demoAccount)
  const projectId = user && (await findDemoProject(services, user.id))
  if (user === undefined || projectId === undefined || user.locked_by_administrator) {
    await rm(path, { force: true })
    return
  }
  const kept = await readAccess(path)
  const isKept = kept?.projectId === projectId && (await isOpen(services, kept.token, user.id))
  if (isKept) return
  const session = { userId: user.id, kind: 'api', isRemembered: true, from: 'local' } as const
  const token = await services.sessions.start(session)
  const access = { account: user.account, token, projectId }
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(access, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}

async function readAccess(path: string): Promise<z.infer<typeof accessSchema> | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  try {
    return accessSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

async function isOpen({ sessions }: SeedServices, token: string, userId: string): Promise<boolean> {
  try {
    return (await sessions.identify(token)).user.id === userId
  } catch (cause) {
    if (cause instanceof AppError) return false
    throw cause
  }
}

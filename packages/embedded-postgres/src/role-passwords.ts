/** The passwords of the embedded database's roles: made once, kept beside the database's folder, readable by who starts it and by nobody else. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { DatabaseUser } from './database-user.ts'

/** The role that initdb makes: it owns the cluster, and only this code signs in with it. */
export const superuser = 'postgres'

const passwordSchema = z.string().min(32)
const passwordsSchema = z.object({
  superuser: passwordSchema,
  application: passwordSchema,
  /** Of the role that watches the cluster; missing in files of releases before it. */
  monitor: passwordSchema.optional(),
})
export type RolePasswords = Record<keyof z.infer<typeof passwordsSchema>, string>

/** Not inside the database's folder: that one belongs to the user whom PostgreSQL runs as. */
export const passwordFileOf = (dataDir: string): string => `${dataDir}-passwords.json`

/** Reads the file, adds what it lacks, or makes it when it is missing or damaged; durable when this resolves. */
export async function keepPasswords(path: string): Promise<RolePasswords> {
  const kept = parse(await readFile(path, 'utf8').catch(() => ''))
  const passwords: RolePasswords = {
    superuser: kept?.superuser ?? makePassword(),
    application: kept?.application ?? makePassword(),
    monitor: kept?.monitor ?? makePassword(),
  }
  if (kept?.monitor === undefined) await writeDurably(path, JSON.stringify(passwords))
  return passwords
}

/** A whole file or none, also after a power failure; only its owner (by default this process's user) can read it. */
export async function writeDurably(path: string, text: string, owner?: DatabaseUser): Promise<void> {
  const side = `${path}.new`
  const file = await open(side, 'w', 0o600)
  try {
    await file.chmod(0o600)
    if (owner !== undefined) await file.chown(owner.uid, owner.gid)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(side, path)
}

const makePassword = (): string => randomBytes(32).toString('base64url')

function parse(text: string): z.infer<typeof passwordsSchema> | undefined {
  try {
    return passwordsSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

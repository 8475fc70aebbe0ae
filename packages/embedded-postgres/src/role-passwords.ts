/** The passwords of the embedded database's roles: made once, kept beside the database's folder, readable by who starts it and by nobody else. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { DatabaseUser } from './database-user.ts'

/** The role that initdb makes: it owns the cluster, and only this code signs in with it. */
export const superuser = 'postgres'

const passwordsSchema = z.object({ superuser: z.string().min(32), application: z.string().min(32) })
export type RolePasswords = z.infer<typeof passwordsSchema>

/** Not inside the database's folder: that one belongs to the user whom PostgreSQL runs as. */
export const passwordFileOf = (dataDir: string): string => `${dataDir}-passwords.json`

/** Reads the file, or makes it when it is missing or damaged; durable when this resolves. */
export async function keepPasswords(path: string): Promise<RolePasswords> {
  const kept = parse(await readFile(path, 'utf8').catch(() => ''))
  if (kept !== undefined) return kept
  const made: RolePasswords = { superuser: makePassword(), application: makePassword() }
  await writeDurably(path, JSON.stringify(made))
  return made
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

function parse(text: string): RolePasswords | undefined {
  try {
    return passwordsSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

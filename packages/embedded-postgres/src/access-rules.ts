/** Who may sign in to the embedded database: its pg_hba.conf, and the superuser's password. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { withClient } from './database-client.ts'
import type { DatabaseUser } from './database-user.ts'
import { type RolePasswords, superuser, writeDurably } from './role-passwords.ts'

/** Each role gets into the database of its own name; only the superuser gets into others. Nothing listens on the network. */
const passwordRules = `# Written by Pone.
local all ${superuser} scram-sha-256
local sameuser all scram-sha-256
`
/** In force while passwords are set, behind a socket folder that only the database's user and root can enter. */
const setUpRules = `# Written by Pone: passwords are being set.
local all ${superuser} trust
`
const wrongPasswordCode = '28P01'

export interface RulesPlace {
  readonly cluster: string
  readonly user: DatabaseUser | undefined
}

/** False for clusters that trust everybody: those of 0.1.0–0.5.0, fresh ones, and ones whose set-up was interrupted. */
export async function hasPasswordRules({ cluster }: RulesPlace): Promise<boolean> {
  return (await readFile(rulesOf(cluster), 'utf8').catch(() => '')) === passwordRules
}

/** For the next start of PostgreSQL. */
export const writeSetUpRules = ({ cluster, user }: RulesPlace): Promise<void> =>
  writeDurably(rulesOf(cluster), setUpRules, user)

/** For the next start of PostgreSQL. */
export const writePasswordRules = ({ cluster, user }: RulesPlace): Promise<void> =>
  writeDurably(rulesOf(cluster), passwordRules, user)

/** Works under the set-up rules only. */
export async function setSuperuserPassword(socketFolder: string, passwords: RolePasswords): Promise<void> {
  await withClient({ host: socketFolder, user: superuser, database: 'postgres' }, async client => {
    await client.query("set password_encryption = 'scram-sha-256'")
    await client.query(`alter role ${superuser} password ${pg.escapeLiteral(passwords.superuser)}`)
  })
}

/** Whether the kept password is the cluster's: not after only one of the two came back from a backup. */
export async function isPasswordRight(socketFolder: string, passwords: RolePasswords): Promise<boolean> {
  const password = passwords.superuser
  const signIn = { host: socketFolder, user: superuser, database: 'postgres', password }
  return withClient(signIn, () => Promise.resolve(true)).catch((cause: unknown) => {
    if ((cause as { code?: unknown }).code === wrongPasswordCode) return false
    throw cause
  })
}

const rulesOf = (cluster: string): string => join(cluster, 'pg_hba.conf')

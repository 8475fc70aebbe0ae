/** The embedded PostgreSQL of a running installation: where its socket is, and the passwords of its roles. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepPasswords, passwordFileOf, type RolePasswords } from '@pone/embedded-postgres/role-passwords.ts'

export interface OwnDatabase {
  readonly socketFolder: string
  readonly port: number
  readonly passwords: RolePasswords
}

export async function ownDatabase(dataFolder: string): Promise<OwnDatabase> {
  const folder = join(dataFolder, 'postgresql')
  // Lines of the file: process, folder, start, port, folder of the socket …
  const lines = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  return {
    socketFolder: lines[4] ?? '',
    port: Number(lines[3]),
    passwords: await keepPasswords(passwordFileOf(folder)),
  }
}

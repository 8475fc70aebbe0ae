/** Ensures that the machine has the database server that the SQL tests start; PostgreSQL is part of the npm packages. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

/** As root, installs it when it is missing. @throws CommandError `setUp` */
export async function setUpDatabases(announce: (line: string) => void): Promise<void> {
  if (existsSync('/usr/sbin/mariadbd')) return
  await installDebianPackages('MariaDB is', ['mariadb-server'], announce)
}

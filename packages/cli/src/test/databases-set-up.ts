/** Ensures that the machine has the servers that tests of SQL and of monitors start, and the exporters that monitors are compared with; PostgreSQL is part of the npm packages. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

/** Debian package of each program. */
const packageOf: Readonly<Record<string, string>> = {
  '/usr/sbin/mariadbd': 'mariadb-server',
  '/usr/bin/redis-server': 'redis-server',
  '/usr/sbin/exim4': 'exim4-daemon-light',
  '/usr/bin/victoria-metrics': 'victoria-metrics',
  '/usr/bin/prometheus-redis-exporter': 'prometheus-redis-exporter',
  '/usr/bin/prometheus-mysqld-exporter': 'prometheus-mysqld-exporter',
  '/usr/bin/prometheus-postgres-exporter': 'prometheus-postgres-exporter',
}

/** As root, installs what is missing. @throws CommandError `setUp` */
export async function setUpDatabases(announce: (line: string) => void): Promise<void> {
  const missing = Object.entries(packageOf)
    .filter(([program]) => !existsSync(program))
    .map(([, name]) => name)
  if (missing.length > 0) await installDebianPackages(`${missing.join(', ')}:`, missing, announce)
}

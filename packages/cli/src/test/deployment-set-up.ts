/** Ensures that the machine has what the tests of deploy/ run: systemd, a PostgreSQL with its tools, and the programs that create namespaces. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

const packages = [
  ['/usr/bin/systemctl', 'systemd'],
  ['/usr/lib/postgresql', 'postgresql'],
  ['/usr/sbin/ip', 'iproute2'],
  ['/usr/bin/wget', 'wget'],
  ['/usr/sbin/useradd', 'passwd'],
] as const

/** As root, installs what is missing. @throws CommandError `setUp` */
export async function setUpDeployment(announce: (line: string) => void): Promise<void> {
  // Only root can create the namespaces; without it the tests report that.
  if (process.getuid?.() !== 0) return
  const missing = packages.filter(([path]) => !existsSync(path)).map(([, name]) => name)
  if (missing.length > 0) await installDebianPackages(`${missing.join(', ')}: this is`, missing, announce)
}

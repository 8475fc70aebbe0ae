/** Ensures that the machine has the programs that capture packets in tests, and that read captures to compare. */
import { existsSync } from 'node:fs'
import { installDebianPackages } from './debian-packages.ts'

const programs = { tcpdump: '/usr/bin/tcpdump', tshark: '/usr/bin/tshark' }

/** As root, installs what is missing. @throws CommandError `setUp` */
export async function setUpCaptures(announce: (line: string) => void): Promise<void> {
  const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
  if (missing.length > 0) await installDebianPackages(`${missing.join(', ')}:`, missing, announce)
}

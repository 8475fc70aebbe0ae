/** Programs of the system that set limits or accounts before another program is executed in their place. */
import { existsSync } from 'node:fs'

const folders = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** Its path; null where the system has none. */
export const systemTool = (name: 'prlimit' | 'setpriv'): string | null =>
  folders.map(folder => `${folder}/${name}`).find(path => existsSync(path)) ?? null

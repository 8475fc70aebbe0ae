/** Access logs on this machine, in folders that its owner allows. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type LogFile, maxLogFiles } from '@pone/contract/entities/log-count.ts'

/** Where servers of the web write, as far as the owner of the machine has named no others. */
export const usualAccessLogFolders: readonly string[] = [
  '/var/log/nginx',
  '/var/log/apache2',
  '/var/log/httpd',
  '/var/log/caddy',
  '/var/log/traefik',
  '/usr/local/nginx/logs',
  '/usr/local/openresty/nginx/logs',
  '/usr/local/tomcat/logs',
]

/** `access.log`, `shop.log.1`, `access.log-20261128.gz`, `localhost_access_log.2026-11-28.txt`. */
const logName = /access|\.(log|json)([.-]\d[\d-]*)?(\.gz)?$/i
const otherLogName = /error|\.(bz2|xz|zst|zip)$/i
/** Below the folder that is allowed. */
const maxDepth = 2
const maxFolders = 200
const maxEntries = 10_000

/** The latest ones first; folders that cannot be read are left out. */
export async function listAccessLogs(folders: readonly string[]): Promise<LogFile[]> {
  const paths: string[] = []
  const open = folders.map(path => ({ path, depth: 0 }))
  for (let at = 0; at < Math.min(open.length, maxFolders) && paths.length < maxEntries; at += 1) {
    const { path, depth } = open[at] ?? { path: '', depth: maxDepth }
    const entries: Dirent[] = await readdir(path, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.slice(0, maxEntries)) {
      const inside = join(path, entry.name)
      if (entry.isDirectory() && depth < maxDepth) open.push({ path: inside, depth: depth + 1 })
      else if (entry.isFile() && logName.test(entry.name) && !otherLogName.test(entry.name))
        paths.push(inside)
    }
  }
  const files = await Promise.all([...new Set(paths)].map(describe))
  return files
    .filter(file => file !== null)
    .toSorted((one, other) => other.changedAt - one.changedAt)
    .slice(0, maxLogFiles)
}

async function describe(path: string): Promise<LogFile | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { path, sizeBytes: size, changedAt: Math.max(0, Math.round(mtimeMs)) }
  } catch {
    return null
  }
}

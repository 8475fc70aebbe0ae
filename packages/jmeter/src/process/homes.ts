/** Selects a JMeter of the machine for a plan: the version that the plan names, else the newest. */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A JMeter that is unpacked on this machine. */
export interface JmeterHome {
  /** E.g. 5.6.3. */
  readonly version: string
  /** Folder with bin and lib. */
  readonly path: string
}

/** The jar that starts JMeter. */
export const jarOf = (home: string): string => join(home, 'bin', 'ApacheJMeter.jar')

/** The JMeter in this folder, whose version is the folder's name; null when there is none. */
export function homeAt(path: string): JmeterHome | null {
  if (!existsSync(jarOf(path))) return null
  return { version: /(\d+(?:\.\d+)+)/.exec(basename(path))?.[1] ?? '0', path }
}

/** The JMeter of that version, or the newest when null; null when none of these is complete. */
export function chooseHome(homes: readonly JmeterHome[], version: string | null): JmeterHome | null {
  const whole = homes.filter(home => existsSync(jarOf(home.path)))
  if (version !== null) return whole.find(home => home.version === version) ?? null
  return whole.toSorted((a, b) => compareVersions(b.version, a.version))[0] ?? null
}

/** Negative when `a` is older. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Which JMeter of those on a machine a plan is run by: the one it names, else the newest. */
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

/** The JMeter in this folder, called after its archive; null when there is none. */
export function homeAt(path: string): JmeterHome | null {
  if (!existsSync(jarOf(path))) return null
  return { version: /(\d+(?:\.\d+)+)/.exec(basename(path))?.[1] ?? '0', path }
}

/** The JMeter of that version, or the newest when null; null when there is none of these that is whole. */
export function chooseHome(homes: readonly JmeterHome[], version: string | null): JmeterHome | null {
  const whole = homes.filter(home => existsSync(jarOf(home.path)))
  if (version !== null) return whole.find(home => home.version === version) ?? null
  return whole.toSorted((a, b) => compareVersions(b.version, a.version))[0] ?? null
}

/** Below 0 when `a` is older. */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

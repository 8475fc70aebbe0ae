/** The JMeters on this machine: those that the server has installed, those that ./pone install has brought, and the one of JMETER_HOME. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt, type JmeterHome } from '@pone/jmeter/process/homes.ts'
import { installedPath, parseInstalled } from './tool-store.ts'

/** Looks each time, because one may have come or gone. Never rejects. */
export type FindJmeters = () => Promise<JmeterHome[]>

/** `dataFolder` is an agent's; `folder` holds one JMeter per folder. Either may be null. */
export function createJmeterSearch(places: {
  readonly dataFolder: string | null
  readonly folder: string | null
}): FindJmeters {
  return async () => {
    const { dataFolder, folder } = places
    const own = process.env['JMETER_HOME']
    return [
      ...(dataFolder === null ? [] : await installed(dataFolder)),
      ...(folder === null ? [] : await inFolder(folder)),
      ...(own === undefined ? [] : [homeAt(own)]),
    ].filter(home => home !== null)
  }
}

async function installed(dataFolder: string): Promise<JmeterHome[]> {
  const text = await readFile(installedPath(dataFolder), 'utf8').catch(() => '')
  return parseInstalled(text).flatMap(({ tool, version, path }) =>
    tool === 'JMeter' ? [{ version, path }] : [],
  )
}

async function inFolder(folder: string): Promise<(JmeterHome | null)[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names.map(name => homeAt(join(folder, name)))
}

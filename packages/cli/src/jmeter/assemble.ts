/** Fetches Apache JMeter and the plugin thread groups by Maven and arranges them as in Apache's archive. */
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackArchive } from '@pone/agent/downloads/unpack.ts'
import { CommandError } from '../exit-codes.ts'
import { dependencyPlugin, runMaven } from './maven.ts'

const pom = fileURLToPath(new URL('pom.xml', import.meta.url))

/** The pom of the installation; a changed text gives another JMeter. */
export const readPom = (): Promise<string> => readFile(pom, 'utf8')

/** The version that is installed when no other is asked for. @throws CommandError `setUp` */
export async function defaultVersion(): Promise<string> {
  const version = /<jmeter\.version>([\d.]+)</.exec(await readPom())?.[1]
  if (version === undefined) throw new CommandError('setUp', 'The pom of JMeter names no version.')
  return version
}

/**
 * Creates the folder, which must not exist yet, in one step when all is complete; `parent` is on the same disk. @throws
 * CommandError `setUp`
 */
export async function bringJmeter(version: string, parent: string, folder: string): Promise<void> {
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.bring-'))
  try {
    const jars = join(work, 'jars')
    await runMaven([
      '-f',
      pom,
      `-Djmeter.version=${version}`,
      `${dependencyPlugin}:copy-dependencies`,
      `-DoutputDirectory=${jars}`,
    ])
    await layOut(jars, join(work, 'home'))
    await rename(join(work, 'home'), folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Its start script is not part of the jars. */
async function layOut(jars: string, home: string): Promise<void> {
  const [bin, lib, ext] = [join(home, 'bin'), join(home, 'lib'), join(home, 'lib', 'ext')]
  await mkdir(ext, { recursive: true })
  await mkdir(join(lib, 'junit'))
  const names = await readdir(jars)
  for (const name of names.filter(isConfig)) {
    await unpackArchive(join(jars, name), name, join(home, 'config'))
    await rename(join(home, 'config', 'bin'), bin)
    await rm(join(home, 'config'), { recursive: true })
  }
  for (const name of names.filter(each => !isConfig(each))) {
    const isStarter = /^ApacheJMeter-[\d.]+\.jar$/.test(name)
    const to = isStarter ? join(bin, 'ApacheJMeter.jar') : join(isExtension(name) ? ext : lib, name)
    await copyFile(join(jars, name), to)
  }
  const script = join(bin, 'jmeter')
  await writeFile(script, starter)
  await chmod(script, 0o755)
}

const isConfig = (name: string): boolean => name.startsWith('ApacheJMeter_config')
const isExtension = (name: string): boolean =>
  name.startsWith('ApacheJMeter_') || /^jmeter-plugins-(?!cmn)/.test(name)

const starter = `#!/bin/sh
exec "\${JAVA_HOME:+$JAVA_HOME/bin/}java" \${HEAP:--Xmx512m} $JVM_ARGS -jar "$(dirname "$0")/ApacheJMeter.jar" "$@"
`

/** Sees to it that the machine has Java, and the cache the real Arthas and JMeter that the tests of deployment install. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackArchive } from '@pone/agent/upgrade/unpack.ts'
import { CommandError } from '../exit-codes.ts'
import { cacheFolder, checkout } from '../paths.ts'
import { installDebianPackages } from './debian-packages.ts'

const run = promisify(execFile)
const arthasVersion = '4.0.5'
const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'
const jmeterPom = join(checkout, 'bench', 'peers', 'jmeter', 'pom.xml')
const place = join(cacheFolder, 'java-tools')
const mavenTimeoutMs = 10 * 60_000
const attempts = 2

/** As root installs what is missing with apt-get; the archives come once. @throws CommandError `setUp` */
export async function setUpJavaTools(announce: (line: string) => void): Promise<void> {
  const jmeterVersion = await readJmeterVersion()
  const arthas = join(place, `arthas-packaging-${arthasVersion}-bin.zip`)
  const jmeter = join(place, `apache-jmeter-${jmeterVersion}.tgz`)
  const isComplete = existsSync(arthas) && existsSync(jmeter)
  const missing = [
    ...((await runs('java', ['-version'])) ? [] : ['default-jre-headless']),
    ...(isComplete || (await runs('mvn', ['--version'])) ? [] : ['maven']),
  ]
  if (missing.length > 0) await installDebianPackages(`${missing.join(' and ')}: this is`, missing, announce)
  if (isComplete) return
  announce('bringing Arthas and JMeter with Maven ...')
  // Whatever other versions left goes too: the test takes what is there.
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const work = await mkdtemp(join(cacheFolder, 'java-tools-'))
  try {
    const artifact = `com.taobao.arthas:arthas-packaging:${arthasVersion}:zip:bin`
    await runMaven([`${plugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${place}`])
    await runMaven([
      '-f',
      jmeterPom,
      `${plugin}:copy-dependencies`,
      `-DoutputDirectory=${join(work, 'jars')}`,
    ])
    const name = `apache-jmeter-${jmeterVersion}`
    await assembleJmeter(join(work, 'jars'), join(work, name))
    await run('tar', ['-czf', join(work, 'jmeter.tgz'), '-C', work, name])
    await rename(join(work, 'jmeter.tgz'), jmeter)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function readJmeterVersion(): Promise<string> {
  const version = /<jmeter\.version>([\d.]+)</.exec(await readFile(jmeterPom, 'utf8'))?.[1]
  if (version === undefined) throw new CommandError('setUp', 'The pom of JMeter names no version.')
  return version
}

const runs = (program: string, args: readonly string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

/** Once more when it fails: what it has fetched stays. @throws CommandError `setUp`, with the end of what it said */
async function runMaven(args: readonly string[]): Promise<void> {
  const repository = join(cacheFolder, 'bench', 'm2')
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run('mvn', ['--batch-mode', '--quiet', `-Dmaven.repo.local=${repository}`, ...args], {
        cwd: cacheFolder,
        timeout: mavenTimeoutMs,
      })
      return
    } catch (cause) {
      if (attempt < attempts) continue
      const said = cause instanceof Error && 'stdout' in cause ? String(cause.stdout) : ''
      throw new CommandError('setUp', `Maven failed: ${said.trim().slice(-2_000) || String(cause)}`)
    }
  }
}

/** Lays the jars out as Apache's archive has them; its start script is no part of the jars. */
async function assembleJmeter(jars: string, home: string): Promise<void> {
  const [bin, lib, ext] = [join(home, 'bin'), join(home, 'lib'), join(home, 'lib', 'ext')]
  await mkdir(ext, { recursive: true })
  await mkdir(join(lib, 'junit'))
  for (const name of await readdir(jars)) {
    const from = join(jars, name)
    if (name.startsWith('ApacheJMeter_config')) {
      await unpackArchive(from, name, join(home, 'config'))
      await rename(join(home, 'config', 'bin'), bin)
      await rm(join(home, 'config'), { recursive: true })
    }
  }
  for (const name of await readdir(jars)) {
    const from = join(jars, name)
    if (/^ApacheJMeter-[\d.]+\.jar$/.test(name)) await copyFile(from, join(bin, 'ApacheJMeter.jar'))
    else if (!name.startsWith('ApacheJMeter_config'))
      await copyFile(from, join(name.startsWith('ApacheJMeter_') ? ext : lib, name))
  }
  const script = join(bin, 'jmeter')
  await writeFile(script, '#!/bin/sh\nexec java -Xmx256m -jar "$(dirname "$0")/ApacheJMeter.jar" "$@"\n')
  await chmod(script, 0o755)
}

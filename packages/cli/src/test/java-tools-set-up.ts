/** Ensures that the machine has Java, and the cache the real Arthas, JMeter and async-profiler that tests need. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asyncProfilerVersion, bringAsyncProfiler } from '../async-profiler/assemble.ts'
import { bringJmeter, defaultVersion, readPom } from '../jmeter/assemble.ts'
import { dependencyPlugin, runMaven, runs } from '../jmeter/maven.ts'
import { cacheFolder } from '../paths.ts'
import { installDebianPackages } from './debian-packages.ts'

const arthasVersion = '4.0.5'
const converterVersion = '4.2'
const place = join(cacheFolder, 'java-tools')

/** The JMeter that tests run, which may be missing; an agent finds it by JMETER_HOME. */
export const testJmeterHome = async (): Promise<string> =>
  join(place, `apache-jmeter-${await defaultVersion()}`)

/** As root, installs what is missing with apt-get; the archives are downloaded once. @throws CommandError `setUp` */
export async function setUpJavaTools(announce: (line: string) => void): Promise<void> {
  const version = await defaultVersion()
  const home = await testJmeterHome()
  const arthas = join(place, `arthas-packaging-${arthasVersion}-bin.zip`)
  const name = `apache-jmeter-${version}`
  const archive = join(place, `${name}.tgz`)
  const mark = join(place, 'jmeter.sha256')
  const content = createHash('sha256')
    .update(await readPom())
    .digest('hex')
  const profilers = join(place, 'async-profiler')
  const profiler = join(profilers, asyncProfilerVersion)
  const converter = join(place, `jfr-converter-${converterVersion}.jar`)
  const isComplete =
    [arthas, archive, home, profiler, converter].every(existsSync) &&
    (await readFile(mark, 'utf8').catch(() => '')) === content
  const missing = [
    // With the compiler: a test writes the program that its monitor of a JVM watches.
    ...((await runs('javac', ['-version'])) ? [] : ['default-jdk-headless']),
    ...(isComplete || (await runs('mvn', ['--version'])) ? [] : ['maven']),
  ]
  if (missing.length > 0) await installDebianPackages(`${missing.join(' and ')}: this is`, missing, announce)
  if (isComplete) return
  announce('bringing Arthas, JMeter and async-profiler with Maven ...')
  // Files of other versions are removed too: the test uses what is there.
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true })
  const artifact = `com.taobao.arthas:arthas-packaging:${arthasVersion}:zip:bin`
  for (const each of [artifact, `tools.profiler:jfr-converter:${converterVersion}`])
    await runMaven([`${dependencyPlugin}:copy`, `-Dartifact=${each}`, `-DoutputDirectory=${place}`])
  await bringAsyncProfiler(asyncProfilerVersion, profilers, profiler)
  await bringJmeter(version, place, home)
  await promisify(execFile)('tar', ['-czf', `${archive}.new`, '-C', place, name])
  await rename(`${archive}.new`, archive)
  await writeFile(mark, content)
}

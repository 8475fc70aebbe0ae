/** Ensures that the cache has the message brokers that tests of monitors start, which only Maven has. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyPlugin, runMaven, runs } from '../jmeter/maven.ts'
import { cacheFolder } from '../paths.ts'
import { installDebianPackages } from './debian-packages.ts'

const poms = fileURLToPath(new URL('brokers', import.meta.url))

/** A folder of jars per broker, brought anew when its pom changes; Maven is installed as root when it is needed. @throws CommandError `setUp` */
export async function setUpBrokers(announce: (line: string) => void): Promise<void> {
  for (const file of await readdir(poms)) {
    const pom = join(poms, file)
    const folder = join(cacheFolder, 'brokers', file.replace(/\.xml$/, ''))
    const content = createHash('sha256')
      .update(await readFile(pom))
      .digest('hex')
    const mark = join(folder, 'pom.sha256')
    if ((await readFile(mark, 'utf8').catch(() => '')) === content) continue
    if (!(await runs('mvn', ['--version']))) await installDebianPackages('Maven is', ['maven'], announce)
    announce(`bringing ${file.replace(/\.xml$/, '')} with Maven ...`)
    const work = `${folder}.new`
    for (const old of [folder, work]) await rm(old, { recursive: true, force: true })
    await mkdir(work, { recursive: true })
    const scope = ['-DincludeScope=runtime', `-DoutputDirectory=${work}`]
    await runMaven(['-f', pom, `${dependencyPlugin}:copy-dependencies`, ...scope])
    await writeFile(join(work, 'pom.sha256'), content)
    await rename(work, folder)
  }
}

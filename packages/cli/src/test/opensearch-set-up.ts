/** Ensures that the cache has a real OpenSearch for the test of its monitor: the server's libraries from Maven, its HTTP as a module. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyPlugin, runMaven } from '../jmeter/maven.ts'
import { cacheFolder } from '../paths.ts'

/** As in `opensearch.pom.xml`; the test of the monitor type looks for this folder. */
const home = join(cacheFolder, 'opensearch-2.19.1')

/** Downloads it once. @throws CommandError `setUp` */
export async function setUpOpenSearch(announce: (line: string) => void): Promise<void> {
  if (existsSync(home)) return
  announce('bringing OpenSearch with Maven ...')
  const side = `${home}.new`
  await rm(side, { recursive: true, force: true })
  const [libraries, module] = [join(side, 'lib'), join(side, 'modules', 'transport-netty4')]
  await mkdir(module, { recursive: true })
  const pom = fileURLToPath(new URL('opensearch.pom.xml', import.meta.url))
  await runMaven(['-f', pom, `${dependencyPlugin}:copy-dependencies`, `-DoutputDirectory=${libraries}`])
  for (const name of await readdir(libraries)) {
    if (/^(netty|transport-netty4)/.test(name)) await rename(join(libraries, name), join(module, name))
  }
  await rename(side, home)
}

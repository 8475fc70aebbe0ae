/** Ensures that the cache has a real Zipkin for the test that reads traces. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyPlugin, runMaven } from '../jmeter/maven.ts'
import { cacheFolder } from '../paths.ts'

const version = '3.4.4'
/** The test of traces looks for the program there. */
const folder = join(cacheFolder, 'zipkin')

/** Downloads it once. @throws CommandError `setUp` */
export async function setUpZipkin(announce: (line: string) => void): Promise<void> {
  if (existsSync(join(folder, `zipkin-server-${version}-slim.jar`))) return
  announce('bringing Zipkin with Maven ...')
  const artifact = `io.zipkin:zipkin-server:${version}:jar:slim`
  await runMaven([`${dependencyPlugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
}

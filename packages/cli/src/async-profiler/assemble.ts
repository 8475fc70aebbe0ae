/** Fetches async-profiler by Maven and lays out its libraries for agents. */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackArchive } from '@pone/agent/downloads/unpack.ts'
import { dependencyPlugin, runMaven } from '../jmeter/maven.ts'

/** The version that is installed when no other is asked for. */
export const asyncProfilerVersion = '4.4'

/** Creates the folder, which must not exist yet, in one step when all is complete; `parent` is on the same disk. @throws CommandError `setUp` */
export async function bringAsyncProfiler(version: string, parent: string, folder: string): Promise<void> {
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.bring-'))
  try {
    const artifact = `tools.profiler:async-profiler:${version}`
    await runMaven([`${dependencyPlugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${work}`])
    const jar = `async-profiler-${version}.jar`
    await unpackArchive(join(work, jar), jar, join(work, 'unpacked'))
    const home = join(work, 'home')
    await mkdir(home)
    for (const name of await readdir(join(work, 'unpacked')))
      if (name.startsWith('linux-')) await rename(join(work, 'unpacked', name), join(home, name))
    await rename(home, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

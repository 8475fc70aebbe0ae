/** A Java program for journeys and pictures: compiled from its source and run until it is removed. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '../harness/eventually.ts'

export interface JavaProgram {
  /** Of its one class, by which monitors find the process. */
  readonly name: string
  /** Creates the file that is its first argument when it is ready. */
  readonly source: string
}

/** Resolves when it is ready; the returned function ends it and removes its folder. */
export async function startJavaProgram({ name, source }: JavaProgram): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pone-java-'))
  await writeFile(join(folder, `${name}.java`), source)
  await promisify(execFile)('javac', ['-d', folder, join(folder, `${name}.java`)])
  const mark = join(folder, 'started')
  const child = spawn('java', ['-Xmx64m', '-cp', folder, name, mark], { stdio: 'ignore' })
  const isStarted = () =>
    access(mark).then(
      () => true,
      () => undefined,
    )
  await eventually({ what: `the JVM of ${name} to start`, patienceMs: 60_000, look: isStarted })
  return async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

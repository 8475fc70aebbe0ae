/** Profiles of real JVMs by the real async-profiler: what they hold, what every end leaves on the target, and which refusals are told. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProgram } from '../test-processes.ts'
import { type AsyncOrder, beginAsyncProfile } from './async-profiling.ts'
import type { JvmProcess } from './processes.ts'
import { findProfilerLibrary, type ProfilerLibrary } from './profiler-library.ts'
import { TestJvms } from './test-jvms.ts'

/** Filled by the set-up of `./pone test unit` with what Maven has brought. */
const tools = fileURLToPath(new URL('../../../../../.cache/java-tools', import.meta.url))
const soon = () => AbortSignal.timeout(30_000)
const source = `public class Sampled {
  static volatile long sum;
  static void hot() { for (int i = 0; i < 100_000; i++) sum += i; }
  public static void main(String[] x) throws Exception {
    new java.io.File(x[0]).createNewFile();
    while (true) hot();
  }
}
`
/** Tests of other files use the same folder for temporary files. */
const mark = `-test-${process.pid}`
let jvms: TestJvms

const found = async (jvm: JvmProcess): Promise<ProfilerLibrary> => {
  const library = await findProfilerLibrary(jvm, [join(tools, 'async-profiler')])
  if (typeof library === 'string') throw new Error(`async-profiler: ${library}; ./pone test unit brings it`)
  return { ...library, version: `${library.version}${mark}` }
}
const filesLeft = async () =>
  (await readdir('/tmp')).filter(name => name.startsWith('pone-test-async') || name.includes(mark))
const mappedCopies = async ({ pid }: JvmProcess): Promise<number> => {
  const maps = (await readFile(`/proc/${pid}/maps`, 'utf8')).split('\n')
  return maps.filter(line => line.includes('.pone-async-profiler') && line.includes(' r-xp ')).length
}

beforeAll(async () => {
  jvms = await TestJvms.compile('Sampled', source)
})
afterAll(() => jvms.remove())

describe('a profile by async-profiler', () => {
  let program: TestProgram
  let jvm: JvmProcess
  let library: ProfilerLibrary
  beforeAll(async () => {
    ;({ program, jvm } = await jvms.start())
    library = await found(jvm)
  })
  afterAll(() => program.close())
  const order = (name: string, kinds: AsyncOrder['kinds'] = ['cpu', 'wall']): AsyncOrder => ({
    name: `pone-test-async-${name}`,
    kinds,
    seconds: 600,
    library,
    bufferMib: 10,
  })

  it('leaves no file from its start on, and loads the library once', async () => {
    for (const name of ['1', '2']) {
      const running = await beginAsyncProfile(jvm, order(name), soon())
      expect(await filesLeft()).toEqual([])
      const { bytes } = await running.end(soon())
      await running.close()
      expect(bytes.subarray(0, 3).toString()).toBe('FLR')
      expect(await filesLeft()).toEqual([])
    }
    expect(await mappedCopies(jvm)).toBe(1)
  })

  it('is refused while another one of the same JVM runs, which goes on', async () => {
    const first = await beginAsyncProfile(jvm, order('3', ['wall']), soon())
    await expect(beginAsyncProfile(jvm, order('4'), soon())).rejects.toThrow('Profiler already started')
    expect((await first.end(soon())).bytes.length).toBeGreaterThan(0)
    await first.close()
    expect(await filesLeft()).toEqual([])
  })

  it('that is closed ends without a result, so that the next one begins', async () => {
    const closed = await beginAsyncProfile(jvm, order('5'), soon())
    await closed.close()
    const next = await beginAsyncProfile(jvm, order('6'), soon())
    await next.close()
  })

  it('puts its library in the place of what a killed agent has left', async () => {
    await cp(library.path, `/tmp/.pone-async-profiler-${library.version}.so`)
    const running = await beginAsyncProfile(jvm, order('7'), soon())
    await running.close()
    expect(await filesLeft()).toEqual([])
  })
})

it('whose library the JVM cannot load is refused with the words of the JVM', async () => {
  const { program, jvm } = await jvms.start()
  try {
    const path = join(jvms.folder, 'broken.so')
    await writeFile(path, 'no library')
    const library = { path, version: `broken${mark}` }
    const order = { name: 'pone-test-async-8', kinds: ['cpu'], seconds: 5, library, bufferMib: 10 } as const
    await expect(beginAsyncProfile(jvm, order, soon())).rejects.toMatchObject({
      name: 'AsyncProfilerRefused',
      message: expect.stringContaining('file too short'),
    })
    expect(await filesLeft()).toEqual([])
  } finally {
    await program.close()
  }
})

it('needs a library for the architecture of the JVM, and says which is missing', async () => {
  const { program, jvm } = await jvms.start()
  try {
    expect(await findProfilerLibrary(jvm, [])).toBe('notInstalled')
    const other = join(jvms.folder, 'other')
    const name = arch() === 'arm64' ? 'linux-x64' : 'linux-arm64'
    await mkdir(join(other, '4.4', name), { recursive: true })
    await cp((await found(jvm)).path, join(other, '4.4', name, 'libasyncProfiler.so'))
    expect(await findProfilerLibrary(jvm, [other])).toBe('otherArchitecture')
  } finally {
    await program.close()
  }
})

/** Recordings of real JVMs: what they hold, what every end leaves on the target, and which failures are told. */
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProgram } from '../test-processes.ts'
import { attach } from './attach.ts'
import { recordJvm } from './flight-recording.ts'
import type { JvmProcess } from './processes.ts'
import { TestJvms } from './test-jvms.ts'

const soon = () => AbortSignal.timeout(30_000)
const source = `public class Busy {
  static volatile long sum;
  static void hot() { for (int i = 0; i < 100_000; i++) sum += i; }
  public static void main(String[] x) throws Exception {
    new java.io.File(x[0]).createNewFile();
    while (true) { hot(); Thread.sleep(1); }
  }
}
`
let jvms: TestJvms
const order = (name: string, seconds: number) => ({ name, kinds: ['cpu'] as const, seconds, bufferMib: 10 })
const leftOver = async () => (await readdir('/tmp')).filter(name => name.startsWith('pone-test-recording'))
const recordings = (jvm: JvmProcess) => attach(jvm, ['jcmd', 'JFR.check'], soon())

beforeAll(async () => {
  jvms = await TestJvms.compile('Busy', source)
})
afterAll(() => jvms.remove())

describe('a recording of a JVM', () => {
  let program: TestProgram
  let jvm: JvmProcess
  beforeAll(async () => {
    ;({ program, jvm } = await jvms.start())
  })
  afterAll(() => program.close())

  it('is returned, and neither it nor a file stays on the target', async () => {
    const { bytes, version } = await recordJvm(jvm, order('pone-test-recording-1', 1), soon())
    expect(bytes.subarray(0, 3).toString()).toBe('FLR')
    expect(version).toMatch(/^JDK \d+/)
    expect(await recordings(jvm)).toContain('No available recordings')
    expect(await leftOver()).toEqual([])
  })

  it('that is cancelled ends at once and leaves nothing', async () => {
    const cancel = new AbortController()
    const recording = recordJvm(jvm, order('pone-test-recording-2', 600), cancel.signal)
    await expect.poll(() => recordings(jvm), { timeout: 20_000 }).toContain('pone-test-recording-2')
    expect(await leftOver()).toEqual([])
    cancel.abort(new Error('cancelled'))
    await expect(recording).rejects.toThrow('cancelled')
    expect(await recordings(jvm)).toContain('No available recordings')
  })

  it('removes what a recording before it has left, and files of nobody else', async () => {
    const old = new Date(Date.now() - 3_600_000)
    const left = '/tmp/pone-test-recording-left.jfr'
    const fresh = '/tmp/pone-test-recording-fresh.jfr'
    await writeFile(left, '')
    await writeFile(fresh, '')
    await utimes(left, old, old)
    await recordJvm(jvm, order('pone-test-recording-3', 1), soon())
    expect(await leftOver()).toEqual(['pone-test-recording-fresh.jfr'])
    await rm(fresh)
  })
})

it('begins while another process attaches for the first time, too', async () => {
  const { program, jvm } = await jvms.start()
  try {
    const [{ bytes }, ...checks] = await Promise.all([
      recordJvm(jvm, order('pone-test-recording-7', 1), soon()),
      recordings(jvm),
      recordings(jvm),
    ])
    expect(bytes.length).toBeGreaterThan(0)
    expect(checks).toHaveLength(2)
  } finally {
    await program.close()
  }
})

it('of a JVM that ends meanwhile is told as ended', async () => {
  const { program, jvm } = await jvms.start()
  const recording = recordJvm(jvm, order('pone-test-recording-4', 600), soon())
  const end = expect(recording).rejects.toMatchObject({ code: 'targetClosed' })
  await expect.poll(() => recordings(jvm), { timeout: 20_000 }).toContain('pone-test-recording-4')
  await program.close()
  await end
  expect(await leftOver()).toEqual([])
})

it('of a JVM that nobody may attach to says how it must be started', async () => {
  const { program, jvm } = await jvms.start('-XX:+DisableAttachMechanism')
  try {
    await expect(recordJvm(jvm, order('pone-test-recording-5', 1), soon())).rejects.toMatchObject({
      code: 'notSetUp',
      params: { grant: 'java -XX:-DisableAttachMechanism' },
    })
  } finally {
    await program.close()
  }
})

it('of a JVM without the Flight Recorder is told with its version', async () => {
  const { program, jvm } = await jvms.start('-XX:-FlightRecorder')
  try {
    await expect(recordJvm(jvm, order('pone-test-recording-6', 1), soon())).rejects.toMatchObject({
      name: 'NoFlightRecorder',
      version: expect.stringMatching(/^JDK /),
    })
  } finally {
    await program.close()
  }
})

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplesOf } from '../../reading/samples.ts'
import { monitorTypeOf } from '../../registry.ts'
import { TargetFault } from '../../target-fault.ts'
import { startProgram, type TestProgram } from '../test-processes.ts'
import type { TargetConnection } from '../transport.ts'
import { findJvms } from './processes.ts'
import { jvmTransport } from './transport.ts'

const own = jvmTransport([String(process.getuid?.())])

const run = promisify(execFile)
const soon = () => AbortSignal.timeout(15_000)

/** Two threads in a deadlock by monitors, two by locks, one that sleeps; then it collects garbage and waits. */
const source = `import java.util.concurrent.locks.ReentrantLock;
public class Watched {
  static final Object a = new Object(), b = new Object();
  static final ReentrantLock c = new ReentrantLock(), d = new ReentrantLock();
  static void nap(long ms) { try { Thread.sleep(ms); } catch (InterruptedException e) { } }
  static void start(String name, Runnable body) { Thread t = new Thread(body, name); t.setDaemon(true); t.start(); }
  public static void main(String[] x) throws Exception {
    start("left", () -> { synchronized (a) { nap(300); synchronized (b) { } } });
    start("right", () -> { synchronized (b) { nap(300); synchronized (a) { } } });
    start("a \\"quoted\\" name", () -> { c.lock(); nap(300); d.lock(); });
    start("other", () -> { d.lock(); nap(300); c.lock(); });
    start("sleeper", () -> nap(600000));
    for (int i = 0; i < 3; i++) System.gc();
    new java.io.File(x[0]).createNewFile();
    Thread.sleep(600000);
  }
}
`
let folder: string

const startJvm = (mark: string, ...options: string[]): Promise<TestProgram> => startAs([], mark, options)

/** `prefix`: a command that becomes the JVM. */
async function startAs(
  prefix: readonly string[],
  mark: string,
  options: readonly string[],
): Promise<TestProgram> {
  const file = join(folder, mark)
  const isThere = async () => (await run('test', ['-e', file]).catch(() => null)) !== null
  return await startProgram([...prefix, 'java', ...options, '-cp', folder, 'Watched', file], isThere)
}

async function connected<Result>(
  process: string | number,
  use: (connection: TargetConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await own.open({ process: String(process), concurrentLocks: true }, soon())
  return await use(connection)
}

const read = async (connection: TargetConnection, reader: string) =>
  (await connection.ask({ reader }, soon())).records

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-watched-'))
  await writeFile(join(folder, 'Watched.java'), source)
  await run('javac', ['-d', folder, join(folder, 'Watched.java')])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the type jvm', () => {
  const type = monitorTypeOf('jvm')
  let program: TestProgram
  beforeAll(async () => {
    program = await startJvm('main', '-Xmx128m', '-XX:+UseG1GC')
  })
  afterAll(() => program.close())

  test('reads a value for every counter', async () => {
    const absent: string[] = []
    await expect.poll(async () => (await connected(program.pid, it => read(it, 'deadlocks'))).length).toBe(4)
    await connected(program.pid, async connection => {
      for (const section of type?.sections ?? []) {
        const { records } = await connection.ask(section.request, soon())
        const { samples, texts } = samplesOf(section, records, new Set())
        const found = new Set([...samples, ...texts].map(({ counter }) => counter))
        for (const { value, counter } of samples) if (Number.isNaN(value)) absent.push(`NaN ${counter}`)
        absent.push(
          ...section.counters.filter(({ key }) => !found.has(key)).map(({ key }) => `${section.key}.${key}`),
        )
      }
    })
    expect(absent).toEqual([])
  })

  test('agrees with jcmd and the JVM itself', async () => {
    const jcmd = async (...command: string[]) => (await run('jcmd', [String(program.pid), ...command])).stdout
    const printed = await jcmd('PerfCounter.print')
    const [runtime] = await connected(program.pid, it => read(it, 'runtime'))
    const value = (name: string) =>
      Number(new RegExp(`^${name.replaceAll('.', '\\.')}=(\\d+)$`, 'm').exec(printed)?.[1])
    const rows = [
      ['liveThreads', value('java.threads.live')],
      ['daemonThreads', value('java.threads.daemon')],
      ['startedThreads', value('java.threads.started')],
      ['loadedClasses', value('java.cls.loadedClasses') + value('java.cls.sharedLoadedClasses')],
      [
        'gcCount',
        value('sun.gc.collector.0.invocations') +
          value('sun.gc.collector.1.invocations') +
          value('sun.gc.collector.2.invocations'),
      ],
    ] as const
    console.table(
      rows.map(([counter, jcmdValue]) => ({ counter, jcmd: jcmdValue, monitor: Number(runtime?.[counter]) })),
    )
    for (const [counter, expected] of rows) {
      const seen = Number(runtime?.[counter])
      expect(Math.abs(seen - expected), counter).toBeLessThanOrEqual(counter === 'loadedClasses' ? 5 : 1)
    }
    expect(Number(runtime?.['gcCount'])).toBeGreaterThanOrEqual(3)
    const dump = await jcmd('Thread.print', '-l')
    const [states] = await connected(program.pid, it => read(it, 'threadStates'))
    expect(states).toMatchObject({ blocked: '2', deadlocked: '4' })
    expect(dump.match(/State: BLOCKED/g)).toHaveLength(2)
    const sum = ['new', 'runnable', 'blocked', 'waiting', 'timedWaiting', 'terminated'].reduce(
      (total, name) => total + Number(states?.[name]),
      0,
    )
    expect(Math.abs(sum - Number(runtime?.['liveThreads']))).toBeLessThanOrEqual(1)
  })

  test('names threads of deadlocks by monitors and by locks, whatever they are called', async () => {
    expect(await connected(program.pid, it => read(it, 'deadlocks'))).toEqual(
      expect.arrayContaining([
        { thread: 'left', waitsFor: 'java.lang.Object', heldBy: 'right' },
        { thread: 'right', waitsFor: 'java.lang.Object', heldBy: 'left' },
        {
          thread: 'a "quoted" name',
          waitsFor: 'java.util.concurrent.locks.ReentrantLock$NonfairSync',
          heldBy: 'other',
        },
        {
          thread: 'other',
          waitsFor: 'java.util.concurrent.locks.ReentrantLock$NonfairSync',
          heldBy: 'a "quoted" name',
        },
      ]),
    )
  })

  test('a connection test names product and version', async () => {
    expect(await connected(program.pid, it => it.probe(soon()))).toEqual({
      product: expect.stringContaining('VM'),
      version: expect.stringMatching(/^\d+/),
      missingRights: [],
    })
  })
})

describe.each(['Serial', 'Parallel', 'Z', 'Shenandoah'])('a JVM with the collector %s', collector => {
  test('tells heap, pools and collectors', async ({ skip }) => {
    const option = `-XX:+Use${collector}GC`
    const isKnown = await run('java', [option, '-version']).then(
      () => true,
      () => false,
    )
    if (!isKnown) skip(`this Java has no collector ${collector}`)
    const program = await startJvm(collector, '-Xmx128m', option)
    try {
      const [heap] = await connected(program.pid, it => read(it, 'heap'))
      expect(Number(heap?.['maxBytes'])).toBe(128 * 1024 ** 2)
      expect(Number(heap?.['usedBytes'])).toBeGreaterThan(100_000)
      expect(Number(heap?.['usedBytes'])).toBeLessThanOrEqual(Number(heap?.['committedBytes']))
      expect(Number(heap?.['metaspaceUsedBytes'])).toBeGreaterThan(100_000)
      const [first] = await connected(program.pid, it => read(it, 'collectors'))
      expect(first).toMatchObject({ collector: expect.stringMatching(/./) })
    } finally {
      await program.close()
    }
  })
})

describe('what is told of', () => {
  const faultOf = async (process: string, reader = 'runtime') => {
    try {
      return await connected(process, it => read(it, reader))
    } catch (error) {
      if (!(error instanceof TargetFault)) throw error
      return { code: error.code, details: error.details, params: error.params }
    }
  }

  test('no JVM that fits', async () =>
    expect(await faultOf('no.such.Main')).toMatchObject({ code: 'unreachable' }))

  test('several that fit, one that ends, and one without a shared file', async () => {
    const first = await startJvm('first', '-XX:+PerfDisableSharedMem')
    const second = await startJvm('second')
    // By one whole argument; their other arguments, which may be passwords, are not told.
    const several = await faultOf(folder)
    expect(several).toMatchObject({
      code: 'refused',
      details: expect.stringContaining(`${second.pid}: Watched\n`.trim()),
    })
    expect(JSON.stringify(several)).not.toContain(folder)
    expect(await faultOf(String(first.pid))).toMatchObject({
      code: 'notSetUp',
      params: { right: 'hsperfdata' },
    })
    expect(await connected(first.pid, it => read(it, 'heap'))).toHaveLength(1)
    const connection = await own.open({ process: String(second.pid) }, soon())
    await second.close()
    await expect(read(connection, 'process')).rejects.toMatchObject({ code: 'targetClosed' })
    await expect(read(connection, 'heap')).rejects.toMatchObject({ code: 'targetClosed' })
    await first.close()
  })

  test('a JVM that may not be attached to, which goes on without harm', async () => {
    const program = await startJvm('disabled', '-XX:+DisableAttachMechanism')
    const fault = { code: 'notSetUp', params: { right: 'attach' } }
    expect(await faultOf(String(program.pid), 'heap')).toMatchObject(fault)
    // What needs no attaching is read all the same.
    expect(await connected(program.pid, it => read(it, 'runtime'))).toHaveLength(1)
    expect((await findJvms()).map(({ pid }) => pid)).toContain(program.pid)
    await program.close()
  })

  test('a JVM without handlers of signals is read, since it listens from its start', async () => {
    const program = await startJvm('reduced', '-Xrs')
    expect(await connected(program.pid, it => read(it, 'heap'))).toHaveLength(1)
    await program.close()
  })

  test('a JVM that hangs: the time-out ends it', async () => {
    const program = await startJvm('stopped')
    process.kill(program.pid, 'SIGSTOP')
    const connection = await own.open({ process: String(program.pid) }, soon())
    await expect(connection.ask({ reader: 'heap' }, AbortSignal.timeout(300))).rejects.toThrow('timeout')
    process.kill(program.pid, 'SIGCONT')
    await program.close()
  })
})

describe.skipIf(process.getuid?.() !== 0)('as root, a JVM of another account', () => {
  const uid = 65_534
  const asOther = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  let program: TestProgram
  beforeAll(async () => {
    await chmod(folder, 0o777)
    program = await startAs(asOther, 'other', ['-Dpassword=hunter2'])
  })
  afterAll(() => program.close())

  const faultOf = async (accounts: readonly string[], wanted: string) => {
    const attempt = jvmTransport(accounts).open({ process: wanted }, soon())
    return await attempt.then(
      () => null,
      (error: unknown) => (error instanceof TargetFault ? [error.code, error.params['setting']] : error),
    )
  }

  test('is refused with the setting that would allow it, by number and by main class', async () => {
    const refusal = ['notAllowed', 'PONE_AGENT_JVM_ACCOUNTS=0,nobody']
    expect(await faultOf(['0'], String(program.pid))).toEqual(refusal)
    expect(await faultOf(['0'], 'Watched')).toEqual(refusal)
    expect(await faultOf(['root', 'daemon'], 'Watched')).toEqual([
      'notAllowed',
      'PONE_AGENT_JVM_ACCOUNTS=root,daemon,nobody',
    ])
    expect(await faultOf([], 'Watched')).toEqual(['notAllowed', 'PONE_AGENT_JVM_ACCOUNTS=nobody'])
  })

  test('does not tell whether a guessed argument is one of it', async () => {
    expect(await faultOf(['0'], '-Dpassword=hunter2')).toEqual(await faultOf(['0'], '-Dpassword=hunter3'))
  })

  test('is read when its account is listed, by name, by number or with all', async () => {
    for (const account of ['nobody', '65534', '*'])
      expect(await faultOf([account], '-Dpassword=hunter2')).toBeNull()
    const connection = await jvmTransport(['nobody']).open({ process: String(program.pid) }, soon())
    expect(await read(connection, 'heap')).toHaveLength(1)
    expect(await read(connection, 'runtime')).toHaveLength(1)
  })

  test('leads root neither to files of others nor to sockets of others by links', async () => {
    const victim = await startJvm('victim')
    const thief = await startAs(asOther, 'thief', [])
    const target = join(folder, 'target')
    await writeFile(target, 'precious')
    await own.open({ process: String(victim.pid) }, soon()).then(it => read(it, 'heap'))
    const transport = jvmTransport(['nobody'])
    const connection = await transport.open({ process: String(thief.pid) }, soon())
    const counters = `/tmp/hsperfdata_nobody/${thief.pid}`
    const links = [
      [`/tmp/.attach_pid${thief.pid}`, target],
      [`/tmp/.java_pid${thief.pid}`, `/tmp/.java_pid${victim.pid}`],
      [counters, `/tmp/hsperfdata_root/${victim.pid}`],
    ] as const
    try {
      await symlink(links[0][1], links[0][0])
      expect(await read(connection, 'heap')).toHaveLength(1)
      expect(await readFile(target, 'utf8')).toBe('precious')
      expect((await stat(target)).uid).toBe(0)
      for (const [path, to] of links.slice(1)) {
        await rm(path, { force: true })
        await symlink(to, path)
      }
      await expect(read(connection, 'heap')).rejects.toMatchObject({ code: 'missingRight' })
      await expect(read(connection, 'runtime')).rejects.toMatchObject({ code: 'notSetUp' })
    } finally {
      for (const [path] of links) await rm(path, { force: true })
      await thief.close()
      await victim.close()
    }
  })
})

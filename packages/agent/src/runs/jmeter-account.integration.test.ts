/** Proves in the folders of an agent that JMeter's worker gives Java an account of its own, which cannot read the run beside it. */
import { on, once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type WorkerReport, workerReportSchema } from '@pone/engine/worker/protocol.ts'
import { CountingTarget } from '@pone/engine/worker/worker-harness.ts'
import { get, planOfThreads } from '@pone/jmeter/jmx/real-plans.ts'
import { runOf, testJmeter } from '@pone/jmeter/worker/jmeter-harness.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { jmeter } from '../engines/jmeter.ts'
import { forkedOnDemand } from '../processes/engine-processes.ts'
import { createRunFolders, workerPaths } from './run-folder.ts'

const isRoot = process.getuid?.() === 0
const target = new CountingTarget()
let dataFolder = ''
beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'pone-agent-'))
  // As main.ts sets it.
  chmodSync(dataFolder, isRoot ? 0o711 : 0o700)
  await target.listen()
})
afterEach(async () => {
  await target.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

test('a run of an agent that is root gives Java an account, and the run beside it stays closed', async () => {
  const seen: (string | undefined)[] = []
  target.answer = ({ url }, response) => {
    seen.push(url)
    response.end('{}')
  }
  const folders = createRunFolders(join(dataFolder, 'spool'))
  const other = workerPaths(await folders.create('other'), { slot: 1, incarnation: 1 })
  writeFileSync(other.spoolPath, 'secret')
  const paths = workerPaths(await folders.create('own'), { slot: 1, incarnation: 1 })
  const who = get(
    target.url,
    'who',
    `/\${__groovy('id -u'.execute().text.trim())}/\${__groovy(new File('${other.spoolPath}').canRead())}`,
  )
  const child = jmeter.fork(paths.outputPath, forkedOnDemand)
  const exited = once(child, 'exit')
  const messages = on(child, 'message')
  const until = async (kind: WorkerReport['kind']) => {
    // The end of a `for await` would end the iterator.
    for (;;) {
      const { value } = await messages.next()
      const report = workerReportSchema.parse(value?.[0])
      if (report.kind === kind) return report
    }
  }
  try {
    child.send({
      kind: 'prepare',
      plan: { ...runOf(planOfThreads(1, 2, who)), sampleLog: 'jtl' },
      filePaths: {},
      tools: [testJmeter()],
      share: { from01: 0, to01: 1 },
      workerId: 'w',
      ...paths,
    })
    expect(await until('prepared')).toMatchObject({ error: null })
    child.send({ kind: 'start', startAt: Date.now() })
    expect(await until('ended')).toMatchObject({ cause: 'planned', detail: '' })
  } finally {
    child.kill('SIGKILL')
    await exited
  }
  expect(seen).toHaveLength(2)
  const account = isRoot ? '(19\\d{8}|6\\d{4})' : `${process.getuid?.()}`
  for (const path of seen) expect(path).toMatch(new RegExp(`^/${account}/${!isRoot}$`))
}, 120_000)

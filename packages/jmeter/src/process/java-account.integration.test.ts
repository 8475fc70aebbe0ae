/**
 * Proves with the real JMeter that code of a plan cannot reach the agent's files where the agent is root, and that
 * processes it started are ended afterwards.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DebugEvent } from '@pone/contract/link/debug.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { element, get, planOfThreads, quickJava } from '../jmx/real-plans.ts'
import { startTrial } from '../trial/trial.ts'
import { JmeterHarness, runOf, testAccount, testJmeter } from '../worker/jmeter-harness.ts'

/** An agent that is not root cannot assign accounts: Java keeps the agent's account then. */
const isRoot = process.getuid?.() === 0
const secret = 'secret of another run'
let agentFolder = ''

beforeEach(() => {
  agentFolder = mkdtempSync(join(tmpdir(), 'pone-agent-'))
  writeFileSync(join(agentFolder, 'identity.json'), secret, { mode: 0o600 })
  mkdirSync(join(agentFolder, 'other'), { mode: 0o700 })
  writeFileSync(join(agentFolder, 'other', '0.0.spool'), secret)
  if (isRoot) chmodSync(agentFolder, 0o711)
})
afterEach(() => rmSync(agentFolder, { recursive: true, force: true }))

/** A sampler whose response is the output of the shell. */
const shell = (command: string): string =>
  element('JSR223Sampler', 'shell', {
    scriptLanguage: 'groovy',
    script: `def p = ['/bin/sh', '-c', '''${command}'''].execute(); p.waitFor(); return p.text`
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;'),
  })

async function tryShell(command: string): Promise<{ answer: string; events: DebugEvent[] }> {
  const events: DebugEvent[] = []
  const trial = startTrial({
    folder: join(agentFolder, 'trial'),
    text: planOfThreads(1, 1, shell(command)),
    files: [],
    jmeters: [testJmeter()],
    jvmOptions: quickJava,
    account: testAccount(),
    onEvent: event => events.push(event),
  })
  expect(await trial.ended).toEqual({ kind: 'ended', cause: 'finished', detail: '' })
  const [answer] = events.flatMap(event => (event.kind === 'exchange' ? [event.exchange.responseBody] : []))
  return { answer: answer ?? '', events }
}

test('code of a plan has an account of its own, which reaches neither keys nor other runs nor the system’s files', async () => {
  const reads = [
    join(agentFolder, 'identity.json'),
    join(agentFolder, 'other', '0.0.spool'),
    '/etc/shadow',
    `/proc/${process.pid}/environ`,
  ].map(path => `cat ${path} >/dev/null 2>&1 && echo read ${path}`)
  const tries = [
    ...reads,
    `ls ${agentFolder} >/dev/null 2>&1 && echo listed`,
    'rm -f pone-plan.jmx java.pid pone-start 2>/dev/null && echo removed',
    `kill -0 ${process.pid} 2>/dev/null && echo signal`,
    'kill -0 $PPID 2>/dev/null && echo own',
  ]
  const { answer, events } = await tryShell(`id -u; ${tries.join('; ')}; touch mine && echo written`)
  const [uid, ...reached] = answer.trim().split('\n')
  if (isRoot) {
    expect(Number(uid)).toBeGreaterThanOrEqual(1_900_000_000)
    expect(reached).toEqual(['own', 'written'])
    expect(events.filter(({ kind }) => kind === 'log')).toEqual([])
  } else expect(Number(uid)).toBe(process.getuid?.())
})

test('what a plan has started outside its process group is gone when it ends', async () => {
  const { answer } = await tryShell('setsid sleep 600 >/dev/null 2>&1 & echo $!')
  const pid = Number(answer.trim())
  expect(pid).toBeGreaterThan(0)
  // A zombie that has not been waited for yet does not run any more.
  const state = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/stat`, 'latin1') : ') Z'
  if (isRoot) expect(state).toContain(') Z')
  else if (!state.includes(') Z')) process.kill(pid)
})

test('where Java cannot work under its account, it has the agent’s, and the log warns', async () => {
  if (isRoot) chmodSync(agentFolder, 0o700)
  const closed = join(agentFolder, 'closed')
  mkdirSync(join(closed, 'agent'), { recursive: true, mode: 0o700 })
  const events: DebugEvent[] = []
  const trial = startTrial({
    folder: join(closed, 'agent', 'trial'),
    text: planOfThreads(1, 1, shell('id -u')),
    files: [],
    jmeters: [testJmeter()],
    jvmOptions: quickJava,
    account: testAccount(),
    onEvent: event => events.push(event),
  })
  expect(await trial.ended).toEqual({ kind: 'ended', cause: 'finished', detail: '' })
  const warnings = events.filter(event => event.kind === 'log' && event.line.message.includes('javaNotApart'))
  expect(warnings).toHaveLength(isRoot ? 1 : 0)
  expect(events).toContainEqual(
    expect.objectContaining({
      exchange: expect.objectContaining({ responseBody: expect.stringMatching(/^\d+\s*$/) }),
    }),
  )
})

test('rows that a plan replaces by a link to somebody’s file are not read, nor kept as the sample log', async () => {
  const harness = await JmeterHarness.open()
  try {
    const link = `rm -f pone-rows.csv jmeter.log; ln -s ${join(agentFolder, 'identity.json')} pone-rows.csv; ln -s ${join(agentFolder, 'identity.json')} jmeter.log`
    const seen: (string | undefined)[] = []
    harness.target.answer = ({ url }, response) => {
      seen.push(url)
      response.end('{}')
    }
    const who = get(harness.target.url, 'who', `/\${__groovy('id -u'.execute().text.trim())}`)
    const plan = planOfThreads(1, 1, who + shell(link))
    await harness.run({ ...runOf(plan), sampleLog: 'jtl' })
    await harness.worker.until('ended')
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatch(isRoot ? /^\/19000\d{5}$/ : /^\/\d+$/)
    expect(JSON.stringify(harness.worker.batches)).not.toContain(secret)
    const samples = join(harness.folder, 'samples.csv')
    expect(existsSync(samples) ? readFileSync(samples, 'utf8') : '').not.toContain(secret)
  } finally {
    await harness.close()
  }
})

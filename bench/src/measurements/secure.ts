/**
 * TLS beside plain generators: HTTPS with connections kept and with a new one per request beside wrk, HTTP/2 beside
 * h2load; each pair within a minute, with requests ÷ connections counted by the target.
 */
import { loadavg } from 'node:os'
import { errorText } from '@pone/schema/error-text.ts'
import type { BenchContext } from '../bench-context.ts'
import { pairsOf } from '../compare.ts'
import { debianPackage, toolInstaller } from '../install/install.ts'
import { loadUsers } from '../peers/peer.ts'
import { constantUsers, type Load } from '../pone/plans.ts'
import { runLoad } from '../pone/run-load.ts'
import { type Command, endsWithin, startConfined } from '../processes.ts'
import { type Ratio, ratioOf, type WindowFigures } from '../result.ts'
import { median, round } from '../statistics.ts'
import type { Target } from '../target/target.ts'
import type { Measurement } from './measurement.ts'
import { loadSeconds, windowTimes } from './throughput.ts'
import { generatorOf, measureWindow } from './window.ts'

const endTimeoutMs = 60_000

interface Case {
  /** In names of figures. */
  readonly name: string
  readonly peer: string
  command(url: string, durationSeconds: number): Command
  /** How Pone's requests connect. */
  readonly http: NonNullable<Load['http']>
  /** Smallest aimed ratio of CPU time per request, the peer's ÷ Pone's, which holds also where the target is the limit. */
  readonly aim: number | null
  readonly keepsConnections: boolean
}

const wrkOver = (headers: readonly string[]) => (url: string, durationSeconds: number) => ({
  program: 'wrk',
  args: ['-t1', `-c${loadUsers}`, `-d${durationSeconds}s`, ...headers, `${url}/item?id=1`],
})

const keptHttps: Case = {
  name: 'HTTPS, connections kept',
  peer: 'wrk',
  command: wrkOver([]),
  http: {},
  aim: 0.75,
  keepsConnections: true,
}
const newHttps: Case = {
  name: 'HTTPS, a new connection per iteration',
  peer: 'wrk',
  command: wrkOver(['-H', 'Connection: close']),
  http: { keepAlive: false },
  aim: null,
  keepsConnections: false,
}
const http2: Case = {
  name: 'HTTP/2 over TLS',
  peer: 'h2load',
  command: (url, durationSeconds) => ({
    program: 'h2load',
    args: ['-t1', `-c${loadUsers}`, '-m1', `-D${durationSeconds}`, `${url}/item?id=1`],
  }),
  http: { httpVersion: '2' },
  aim: 0.6,
  keepsConnections: true,
}

export const wrkTls = measurementOf('wrk-tls', { program: 'wrk', cases: [keptHttps, newHttps] })
export const h2load = measurementOf('h2load', { program: 'nghttp2-client', cases: [http2] })

function measurementOf(
  name: string,
  { program, cases }: { readonly program: string; readonly cases: readonly Case[] },
): Measurement {
  return {
    name,
    async measure(context) {
      await debianPackage(toolInstaller(context.signal), program, cases[0]?.peer)
      const found: { ratios: Ratio[]; figures: Record<string, unknown> } = { ratios: [], figures: {} }
      for (const each of cases) {
        const pairs: Pair[] = []
        for (let pair = 0; pair < pairsOf(context.mode); pair++) pairs.push(await runPair(context, each))
        found.ratios.push(...ratiosOf(each, pairs))
        found.figures[each.name] = pairs
      }
      return {
        method: `${loadUsers} connections or users over TLS against nginx with one worker; ${cases[0]?.peer ?? name} and Pone one right after the other, pairs: ${pairsOf(context.mode)}; connections are those that the target accepted. wrk and h2load send one fixed request and check nothing; Pone does its whole work.`,
        ...found,
      }
    },
  }
}

interface Pair {
  /** Load average of the minute before it. */
  readonly loadAverageBefore: number
  readonly peer: WindowFigures
  readonly pone: WindowFigures
}

async function runPair(context: BenchContext, each: Case): Promise<Pair> {
  const loadAverageBefore = round(loadavg()[0] ?? 0)
  const peer = await context.withTarget({ isSecure: true }, target => runPeer(context, target, each))
  const pone = await context.withTarget({ isSecure: true }, target => runPone(context, target, each))
  context.print(
    `${each.name}: ${each.peer} ${peer.requestsPerSecond}/s ${peer.cpuUsPerRequest} µs, Pone ${pone.requestsPerSecond}/s ${pone.cpuUsPerRequest} µs, requests ÷ connections ${peer.requestsPerConnection} and ${pone.requestsPerConnection}, load average ${loadAverageBefore}`,
  )
  return { loadAverageBefore, peer, pone }
}

async function runPeer(context: BenchContext, target: Target, each: Case): Promise<WindowFigures> {
  const times = windowTimes(context.mode, false)
  const cores = [context.cores.generator]
  const folder = await context.newFolder(each.peer)
  const running = startConfined(each.command(target.secureUrl, loadSeconds(times)), cores, folder)
  try {
    const generator = { ended: running.ended, sessions: [running.pid], cores }
    const window = await measureWindow(context, target, generator, times)
    await endsWithin(running, endTimeoutMs)
    return window
  } catch (error) {
    const { stderr } = await running.readOutput()
    throw new Error(`${each.peer}: ${errorText(error)}; ${stderr.trim().slice(-300)}`, { cause: error })
  } finally {
    running.signal('SIGKILL')
  }
}

async function runPone(context: BenchContext, target: Target, { http }: Case): Promise<WindowFigures> {
  const times = windowTimes(context.mode, false)
  const { seen } = await runLoad(context, target, {
    load: { model: constantUsers(loadUsers, loadSeconds(times)), http },
    urls: [target.secureUrl],
    during: workers => measureWindow(context, target, generatorOf(workers, [context.cores.generator]), times),
  })
  return seen
}

function ratiosOf({ name, peer, aim, keepsConnections }: Case, pairs: readonly Pair[]): Ratio[] {
  const middle = (pick: (pair: Pair) => number) => round(median(pairs.map(pick)), 4)
  const cpu = middle(({ peer: theirs, pone }) => theirs.cpuUsPerRequest / pone.cpuUsPerRequest)
  const speed = middle(({ peer: theirs, pone }) => pone.requestsPerSecond / theirs.requestsPerSecond)
  const opened = Math.max(...pairs.map(({ pone }) => pone.connections))
  return [
    ratioOf(`${name}: CPU per request, ${peer} ÷ Pone`, cpu, '×', aim === null ? null : { atLeast: aim }),
    ratioOf(`${name}: throughput ÷ ${peer}`, speed, '×', null),
    ratioOf(
      `${name}: requests ÷ connections`,
      middle(({ pone }) => pone.requestsPerConnection),
      '',
      null,
    ),
    ...(keepsConnections
      ? [ratioOf(`${name}: connections of ${loadUsers} users`, opened, '', { atMost: loadUsers })]
      : []),
  ]
}

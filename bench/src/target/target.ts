/** The target of all loads: an nginx process, confined to its cores, whose own count of requests is the measure for every generator. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { cpuUsOfSession } from '../process-usage.ts'
import { endsWithin, openFileLimit, type Running, startConfined } from '../processes.ts'
import { makeTargetCertificate } from './certificate.ts'
import { addresses, nginxConfig } from './nginx-config.ts'

const startTimeoutMs = 10_000
const readTimeoutMs = 5_000

export interface TargetOptions {
  /** A folder of its own, created if it is missing. */
  readonly folder: string
  readonly cores: readonly number[]
  readonly isLogging?: boolean
  /** Answers over TLS too, at `secureUrl`. */
  readonly isSecure?: boolean
  /** Share of the requests whose connection is reset, percent. */
  readonly resetPercent?: number
}

/** One line of the access log. */
export interface LogLine {
  /** When the request ended, epoch ms. */
  readonly at: number
  readonly status: number
}

/** The target's counters at one moment. */
export interface TargetCount {
  /** `performance.now()` of this process, ms. */
  readonly at: number
  readonly requests: number
  /** Connections open. */
  readonly connections: number
  /** Connections accepted since the start. */
  readonly accepted: number
}

/** The same with the CPU time, µs, that it had used. */
export interface TargetReading extends TargetCount {
  readonly cpuUs: number
}

export class Target {
  readonly url: string
  /** All its addresses, the first one included; many users are spread over them. */
  readonly urls: readonly string[]
  /** Over TLS; empty where it has none. */
  readonly secureUrl: string
  readonly #running: Running
  readonly #statusUrl: string
  readonly #logPath: string | null
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  /** Number of readings, which nginx counts as requests too. */
  #readings = 0

  private constructor(
    running: Running,
    ports: { main: number; status: number; secure: number | null },
    logPath: string | null,
  ) {
    this.#running = running
    this.urls = addresses.map(address => `http://${address}:${ports.main}`)
    this.url = this.urls[0] ?? ''
    this.secureUrl = ports.secure === null ? '' : `https://127.0.0.1:${ports.secure}`
    this.#statusUrl = `http://127.0.0.1:${ports.status}/`
    this.#logPath = logPath
  }

  /** @throws Error with nginx's own message when it does not start */
  static async start(options: TargetOptions): Promise<Target> {
    const { folder, cores } = options
    await mkdir(join(folder, 'logs'), { recursive: true })
    const secure =
      options.isSecure === true ? { port: await freePort(), ...(await makeTargetCertificate(folder)) } : null
    const ports = { main: await freePort(), status: await freePort(), secure: secure?.port ?? null }
    const logPath = options.isLogging === true ? join(folder, 'access.log') : null
    const config = nginxConfig({
      port: ports.main,
      secure,
      statusPort: ports.status,
      accessLog: logPath,
      resetPercent: options.resetPercent ?? 0,
      // When a sixteenth of its connections is left, nginx closes idle ones.
      connections: Math.ceil(openFileLimit() * 1.25),
      user: process.getuid?.() === 0 ? 'root' : null,
    })
    await writeFile(join(folder, 'nginx.conf'), config)
    const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    const running = startConfined({ program: 'nginx', args, deathSignal: 'TERM' }, cores, folder)
    const target = new Target(running, ports, logPath)
    try {
      await target.#answers()
    } catch (error) {
      const { stderr } = await running.readOutput()
      await target.stop()
      throw new Error(`nginx does not start: ${stderr.trim()}`, { cause: error })
    }
    return target
  }

  /** Process id of its session's leader. */
  get pid(): number {
    return this.#running.pid
  }

  /** Counts and CPU time up to now. */
  async read(): Promise<TargetReading> {
    return { ...(await this.count()), cpuUs: cpuUsOfSession(this.#running.pid) }
  }

  /** Counts up to now, without the readings. */
  async count(): Promise<TargetCount> {
    const text = await fetchText(this.#statusUrl, this.#agent)
    this.#readings++
    const at = performance.now()
    const { requests, connections, accepted } = parseStatus(text)
    return { at, requests: requests - this.#readings, connections: connections - 1, accepted: accepted - 1 }
  }

  /** Lines of the access log so far. */
  async readLog(): Promise<LogLine[]> {
    if (this.#logPath === null || !existsSync(this.#logPath)) return []
    return parseAccessLog(await readFile(this.#logPath, 'utf8'))
  }

  /** Kills the target without warning. */
  async kill(): Promise<void> {
    this.#agent.destroy()
    this.#running.signal('SIGKILL')
    await this.#running.ended
  }

  /** Ends the target once it has handled what has reached it. */
  async stop(): Promise<void> {
    this.#agent.destroy()
    this.#running.signal('SIGTERM')
    await endsWithin(this.#running, 5_000)
  }

  async #answers(): Promise<void> {
    const deadline = performance.now() + startTimeoutMs
    let isGone = false
    void this.#running.ended.then(() => {
      isGone = true
    })
    for (;;) {
      try {
        await this.count()
        return
      } catch (error) {
        if (isGone || performance.now() > deadline) throw error
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    }
  }
}

/** Reads the page of nginx's stub_status. */
export function parseStatus(text: string): Pick<TargetCount, 'requests' | 'connections' | 'accepted'> {
  const [, connections] = /Active connections:\s*(\d+)/.exec(text) ?? []
  const [, accepted, requests] = /^\s*(\d+)\s+\d+\s+(\d+)\s*$/m.exec(text) ?? []
  return { requests: Number(requests), connections: Number(connections), accepted: Number(accepted) }
}

/** Reads lines in the format of nginx-config.ts; an incomplete line at the end is left out. */
export function parseAccessLog(text: string): LogLine[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [seconds, status] = line.split(' ')
      return { at: Math.round(Number(seconds) * 1_000), status: Number(status) }
    })
}

async function fetchText(url: string, agent: Agent): Promise<string> {
  const request = get(url, { agent, timeout: readTimeoutMs })
  request.once('timeout', () => request.destroy(new Error('the target does not answer')))
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return text
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

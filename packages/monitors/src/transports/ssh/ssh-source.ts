/** The files of a host over one SSH connection: what sections ask in the same moment is one script. */
import type { Client, ClientChannel } from 'ssh2'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import type { Filesystem, HostSource } from '../procfs/host-source.ts'
import { filesystemScript, filesystemsOf, partsOf, type ScriptPart, scriptOf } from './ssh-script.ts'

/** Sections of one slot are asked within this time. */
const gatherMs = 10

interface Gathered {
  readonly paths: Set<string>
  readonly parts: Set<ScriptPart>
  readonly stopped: AbortController
  readonly output: Promise<Record<string, string>>
}

export class SshSource implements HostSource {
  readonly #client: Client
  /** Fires when the connection has ended. */
  readonly #ended: AbortSignal
  #gathered: Gathered | undefined

  constructor(client: Client, ended: AbortSignal) {
    this.#client = client
    this.#ended = ended
  }

  async files(paths: readonly string[], signal: AbortSignal): Promise<Record<string, string>> {
    const output = await this.#gather(paths, [], signal)
    return Object.fromEntries(paths.flatMap(path => (path in output ? [[path, output[path] ?? '']] : [])))
  }

  async processLines(signal: AbortSignal): Promise<string[]> {
    const { processes = '' } = await this.#gather([], ['processes'], signal)
    return processes.split('\n')
  }

  async processCount(signal: AbortSignal): Promise<number> {
    const { processCount } = await this.#gather([], ['processCount'], signal)
    return Number(processCount ?? Number.NaN)
  }

  async filesystems(signal: AbortSignal): Promise<{ filesystems: Filesystem[] }> {
    return { filesystems: filesystemsOf(await this.#run(filesystemScript, signal)) }
  }

  #gather(
    paths: readonly string[],
    parts: readonly ScriptPart[],
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    const gathered = this.#gathered ?? this.#begin()
    for (const path of paths) gathered.paths.add(path)
    for (const part of parts) gathered.parts.add(part)
    signal.addEventListener('abort', () => gathered.stopped.abort(signal.reason), { once: true })
    return gathered.output
  }

  #begin(): Gathered {
    const stopped = new AbortController()
    const paths = new Set<string>()
    const parts = new Set<ScriptPart>()
    const output = new Promise(resolve => setTimeout(resolve, gatherMs)).then(async () => {
      this.#gathered = undefined
      return partsOf(await this.#run(scriptOf([...paths], [...parts]), stopped.signal))
    })
    this.#gathered = { paths, parts, stopped, output }
    return this.#gathered
  }

  #run(script: string, signal: AbortSignal): Promise<string> {
    return runScript(this.#client, this.#ended, script, signal)
  }
}

/** What a script prints; `connectionEnded` fires when the connection has ended. @throws TargetFault */
export async function runScript(
  client: Client,
  connectionEnded: AbortSignal,
  script: string,
  signal: AbortSignal,
): Promise<string> {
  const ended = AbortSignal.any([signal, connectionEnded])
  ended.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let channel: ClientChannel | undefined
  const leave = () => {
    channel?.close()
    reject(ended.reason)
  }
  ended.addEventListener('abort', leave, { once: true })
  client.exec('sh -s', (error, opened) => {
    if (error) {
      reject(new TargetFault('missingRight', error.message))
      return
    }
    channel = opened
    if (ended.aborted) opened.close()
    else read(opened, script, resolve, reject)
  })
  try {
    return await promise
  } finally {
    ended.removeEventListener('abort', leave)
  }
}

function read(
  channel: ClientChannel,
  script: string,
  resolve: (output: string) => void,
  reject: (fault: TargetFault) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  channel.stderr.resume()
  channel.on('data', (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size <= maxAnswerBytes) return
    channel.close()
    reject(new TargetFault('tooLarge', '', { limit: '8 MiB' }))
  })
  channel.once('error', (error: Error) => reject(new TargetFault('targetClosed', error.message)))
  channel.once('close', (code: number | null) => {
    const output = Buffer.concat(chunks).toString('utf8')
    if (code === 0) resolve(output)
    else reject(new TargetFault('wrongProduct', `sh: ${code ?? 'no exit code'} ${output.slice(0, 200)}`))
  })
  channel.end(script)
}

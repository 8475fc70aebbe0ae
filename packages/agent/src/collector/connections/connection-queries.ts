/** Questions about connections of this machine: a few at once, each with a time limit, each can be cancelled. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { connectionLimitMs } from '@pone/contract/entities/seen-connection.ts'
import type { FamilyCommand, ReportOf } from '@pone/contract/link/messages.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { collectorEntry } from '../protocol.ts'
import { findConnections } from './find-connections.ts'
import { noConnections } from './no-connections.ts'

type Question = Omit<Extract<FamilyCommand<'monitors'>, { kind: 'findConnections' }>, 'id'>

const maxAtOnce = 4

/** Whether a process is the agent or one of its collectors, which connect to targets of monitors all the time. */
async function isCollecting(pid: number): Promise<boolean> {
  if (pid === process.ppid) return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(fileURLToPath(collectorEntry))
}

export class ConnectionQueries {
  readonly #send: (message: ReportOf<'connectionsFound'>) => boolean
  readonly #running = new Map<string, AbortController>()

  constructor(send: (message: ReportOf<'connectionsFound'>) => boolean) {
    this.#send = send
  }

  async start({ queryId, parties }: Question): Promise<void> {
    const answer = (of: ReportOf<'connectionsFound'>['answer']) =>
      void this.#send({ kind: 'connectionsFound', queryId, answer: of })
    if (this.#running.size >= maxAtOnce)
      return answer(noConnections({ cause: 'overrun', params: {}, detail: '' }))
    const aborter = new AbortController()
    this.#running.set(queryId, aborter)
    const limit = AbortSignal.timeout(connectionLimitMs)
    try {
      answer(await findConnections(parties, AbortSignal.any([aborter.signal, limit]), isCollecting))
    } catch (cause) {
      const detail = errorText(cause).slice(0, 2_000)
      answer(noConnections({ cause: limit.aborted ? 'timedOut' : 'stopped', params: {}, detail }))
    } finally {
      this.#running.delete(queryId)
    }
  }

  cancel(queryId: string): void {
    this.#running.get(queryId)?.abort()
  }

  close(): void {
    for (const aborter of this.#running.values()) aborter.abort()
  }
}

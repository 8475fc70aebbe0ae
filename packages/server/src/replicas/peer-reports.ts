/** Forwards agent reports on a run to the server that drives it: many messages per call, each with its own response. */
import type { AgentMessage } from '@pone/contract/link/messages.ts'
import { z } from 'zod'
import type { PeerAnswer } from './peer-client.ts'

const maxPerCall = 64
const maxCalls = 4
export const reportTimeoutMs = 30_000

export interface Report {
  readonly agentId: string
  readonly message: AgentMessage
}

const answersSchema = z.array(z.enum(['taken', 'notOwner', 'failed']))
export type ReportAnswer = z.infer<typeof answersSchema>[number]

export interface PeerReports {
  /** Resolves with the owner's result. @throws Error when it cannot be reached */
  hand(report: Report): Promise<ReportAnswer>
}

/** Messages are queued only while all calls are in use; each agent and run has at most one message in transit, so that the order is kept. */
export function createPeerReports(call: (reports: readonly Report[]) => Promise<PeerAnswer>): PeerReports {
  interface Waiting extends Report {
    resolve(answer: ReportAnswer): void
    reject(cause: Error): void
  }
  const waiting: Waiting[] = []
  let calls = 0

  const send = async () => {
    calls += 1
    for (let taken = waiting.splice(0, maxPerCall); taken.length > 0; taken = waiting.splice(0, maxPerCall)) {
      const answer = await call(taken.map(({ agentId, message }) => ({ agentId, message })))
      const answers = answer.isDone ? answersSchema.safeParse(answer.data) : undefined
      const reason = answer.isDone ? 'an answer that is none' : answer.reason
      for (const [at, each] of taken.entries()) {
        const own = answers?.data?.[at]
        if (own === undefined) each.reject(new Error(`the server that drives the run: ${reason}`))
        else each.resolve(own)
      }
    }
    calls -= 1
  }

  return {
    hand: report =>
      new Promise((resolve, reject) => {
        waiting.push({ ...report, resolve, reject })
        if (calls < maxCalls) void send()
      }),
  }
}

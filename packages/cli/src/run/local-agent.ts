/** The agent's part of a run on this machine: executes the commands, and forwards its messages in their order. */
import { createToolSearch } from '@pone/agent/engines/registry.ts'
import { type AgentRun, createRun } from '@pone/agent/runs/run.ts'
import type { AgentCommand, AgentMessage } from '@pone/contract/link/messages.ts'
import type { RunPlan } from '@pone/contract/link/plan.ts'
import type { BatchesMessage } from '@pone/contract/link/run-messages.ts'
import { firstShareId } from '@pone/run-control/run-commands.ts'
import { jmeterFolder } from '../paths.ts'
import { linkFiles } from './linked-files.ts'

export const agentId = 'local'
/** The share that is all of the load. */
export const whole = { from01: 0, to01: 1 }

interface LocalAgentOptions {
  /** Folder of the spools and sample logs. */
  readonly folder: string
  /** Path of each of the plan's files by its id. */
  readonly filePaths: Record<string, string>
  /** Number of worker processes. */
  readonly workers: number
  /** Called with one message at a time. */
  readonly onMessage: (message: AgentMessage) => Promise<void>
  readonly onFailure: (what: string, cause: unknown) => void
  readonly log: (line: string) => void
}

export class LocalAgent {
  readonly #options: LocalAgentOptions
  #run: AgentRun | null = null
  #inbox: Promise<void> = Promise.resolve()

  constructor(options: LocalAgentOptions) {
    this.#options = options
  }

  /** Executes a command; true, since the agent is always reachable. */
  handle(command: AgentCommand): boolean {
    if (command.kind === 'prepareRun') this.#run = this.#prepare(command.plan)
    else if (command.kind === 'startRun') this.#run?.start(command.startAt)
    else if (command.kind === 'changeLoad') this.#run?.changeLoad(command)
    else if (command.kind === 'coordinate') this.#run?.coordinate(command)
    else if (command.kind === 'stopRun') this.#run?.stop(command.force)
    return true
  }

  /** The batches are counted. */
  acknowledge({ batches }: BatchesMessage): void {
    for (const { workerId, seq } of batches) this.#run?.acknowledge(workerId, seq)
  }

  async close(): Promise<void> {
    await this.#run?.close()
  }

  #prepare(plan: RunPlan): AgentRun {
    const { folder, filePaths, workers, log } = this.#options
    return createRun({
      agentId,
      runFolder: folder,
      plan,
      share: whole,
      shareId: firstShareId(plan.runId, agentId),
      workers,
      files: { fetchAll: () => linkFiles(folder, filePaths) },
      findTools: createToolSearch({ dataFolder: null, jmeterFolder }),
      send: message => this.#receive(message),
      log,
    })
  }

  /** One message after the other, as over the link: an end never overtakes the batches before it. */
  #receive(message: AgentMessage): boolean {
    const { onMessage, onFailure } = this.#options
    this.#inbox = this.#inbox
      .then(() => onMessage(message))
      .catch((cause: unknown) => onFailure(message.kind, cause))
    return true
  }
}

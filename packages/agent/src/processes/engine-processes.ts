/** Forks engine processes, and keeps some ready that have already loaded their code, so that a run starts without waiting for them. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workerEntry } from '@pone/engine/worker/protocol.ts'
import { compileCache } from './compile-cache.ts'
import { forkEnclosed } from './enclosed-fork.ts'
import { withOutput } from './process-output.ts'

/** The engine that is part of the agent. */
export const ownEngine = fileURLToPath(workerEntry)
const readyOutput = /^ready-\d+\.log$/

export interface EngineProcesses {
  /**
   * Returns a process whose output is written to that file, on the same disk as the folder; it has received no message
   * yet.
   */
  take(outputPath: string): ChildProcess
  /** Restores the number of ready processes. It costs CPU time, so it must not be called while a run is driven. */
  refill(): void
  /** Ends the ready processes for good, and resolves when they have ended; processes that were taken are not ended. */
  close(): Promise<void>
}

interface Ready {
  readonly child: ChildProcess
  readonly outputPath: string
  /** The program that it runs. */
  readonly program: string
}

/**
 * `folder` is used by this object alone; `readyCount` processes are kept ready; `engine` is called at each fork for the
 * program to run.
 */
export function createEngineProcesses(options: {
  folder: string
  readyCount: number
  engine?: () => string
}): EngineProcesses {
  const { folder, readyCount, engine = () => ownEngine } = options
  const ready: Ready[] = []
  let forked = 0
  let isClosed = false
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Remove files of an earlier agent process.
  for (const name of readdirSync(folder)) if (readyOutput.test(name)) rmSync(join(folder, name))
  const cache = compileCache()

  const drop = (gone: Ready) => {
    const at = ready.indexOf(gone)
    if (at < 0) return
    ready.splice(at, 1)
    rmSync(gone.outputPath, { force: true })
  }
  return {
    take: outputPath => {
      for (let kept = ready.shift(); kept !== undefined; kept = ready.shift()) {
        kept.child.removeAllListeners()
        if (!kept.child.connected) continue
        // Another engine has been selected since.
        if (kept.program !== engine()) {
          kept.child.kill('SIGKILL')
          rmSync(kept.outputPath, { force: true })
          continue
        }
        renameSync(kept.outputPath, outputPath)
        return kept.child
      }
      return forkEngine(outputPath, engine(), cache)
    },
    refill: () => {
      while (ready.length < readyCount && !isClosed) {
        const outputPath = join(folder, `ready-${++forked}.log`)
        const program = engine()
        const kept = { child: forkEngine(outputPath, program, cache), outputPath, program }
        ready.push(kept)
        kept.child.once('exit', () => drop(kept)).once('error', () => drop(kept))
      }
    },
    close: async () => {
      isClosed = true
      const exits = ready.flatMap(({ child }) => (child.connected ? [once(child, 'exit')] : []))
      for (const { child } of ready) child.kill('SIGKILL')
      await Promise.all(exits)
    },
  }
}

/** Each process is forked when it is needed. */
export const forkedOnDemand: Pick<EngineProcesses, 'take'> = {
  take: outputPath => forkEngine(outputPath, ownEngine),
}

const forkEngine = (outputPath: string, program: string, env: NodeJS.ProcessEnv = {}): ChildProcess =>
  withOutput(outputPath, output => forkEnclosed({ program, output, env }))

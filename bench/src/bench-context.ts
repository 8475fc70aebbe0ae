/**
 * What every measurement receives: cores, a folder for its files, the size of the bench, and functions to wait and to
 * print progress.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { CorePlan } from './machine.ts'
import { openFileLimit } from './processes.ts'
import { Target, type TargetOptions } from './target/target.ts'

export type BenchMode = 'quick' | 'full'

export interface BenchContext {
  readonly mode: BenchMode
  readonly cores: CorePlan
  readonly openFileLimit: number
  /** Aborts when the bench is to end. */
  readonly signal: AbortSignal
  /** Prints a progress message. */
  print(line: string): void
  /** A fresh folder, removed with the bench. */
  newFolder(name: string): Promise<string>
  /** @throws AbortError when the bench is to end */
  wait(durationMs: number): Promise<void>
  /** Starts a target, passes it to `use`, and stops it in any case. */
  withTarget<T>(
    options: Omit<TargetOptions, 'folder' | 'cores'> & { cores?: readonly number[] },
    use: (target: Target) => Promise<T>,
  ): Promise<T>
}

export function createContext(options: {
  mode: BenchMode
  cores: CorePlan
  workFolder: string
  signal: AbortSignal
  print: (line: string) => void
}): BenchContext {
  const { workFolder, cores, signal } = options
  let folders = 0
  const newFolder = async (name: string) => {
    const folder = join(workFolder, `${++folders}-${name}`)
    await mkdir(folder, { recursive: true })
    return folder
  }
  return {
    mode: options.mode,
    cores,
    openFileLimit: openFileLimit(),
    signal,
    print: options.print,
    newFolder,
    wait: durationMs => wait(durationMs, undefined, { signal }),
    async withTarget(targetOptions, use) {
      const folder = await newFolder('target')
      const target = await Target.start({ cores: cores.target, ...targetOptions, folder })
      try {
        return await use(target)
      } finally {
        await target.stop()
      }
    },
  }
}

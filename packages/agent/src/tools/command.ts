/** Runs a program of the machine to its end, with a limit on time and output, and kills its children with it at the limit. */
import { spawn } from 'node:child_process'

export interface CommandEnd {
  /** null when a signal ended it. */
  readonly code: number | null
  /** The beginning of both outputs, in the order of arrival. */
  readonly output: string
}

const maxOutputChars = 64 * 1024

/** @throws the signal's reason; Error when the program cannot be started or the time is over */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: {
    timeoutMs: number
    signal?: AbortSignal | undefined
    cwd?: string | undefined
    onLine?: ((line: string) => void) | undefined
  },
): Promise<CommandEnd> {
  options.signal?.throwIfAborted()
  // A process group of its own, so that what a script has started ends with it.
  const child = spawn(program, args, {
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<CommandEnd>()
  let output = ''
  let open = ''
  const take = (chunk: string) => {
    if (output.length < maxOutputChars) output += chunk
    const lines = (open + chunk).split('\n')
    open = (lines.pop() ?? '').slice(-maxOutputChars)
    for (const line of lines) options.onLine?.(line)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take)
  const kill = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  const giveUp = (cause: unknown) => {
    kill()
    reject(cause)
  }
  const timer = setTimeout(
    () => giveUp(new Error(`${program} was not done within ${options.timeoutMs / 1_000} s`)),
    options.timeoutMs,
  )
  const onAbort = () => giveUp(options.signal?.reason)
  options.signal?.addEventListener('abort', onAbort, { once: true })
  child.on('error', reject)
  child.on('close', code => {
    if (open !== '') options.onLine?.(open)
    resolve({ code, output })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    options.signal?.removeEventListener('abort', onAbort)
  })
}

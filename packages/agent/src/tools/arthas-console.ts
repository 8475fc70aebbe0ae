/** Checks what answers at the port of Arthas' console: Arthas prints the id of the process that it is attached to. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** The only address that Arthas listens on. */
export const consoleHost = '127.0.0.1'
/** Arthas' default. */
export const usualConsolePort = 3658
/** Java answers slowly on a busy machine. */
const usualPatienceMs = 30_000
const maxGreetingChars = 16 * 1024

/** `nobody` = nothing listens there; `stranger` = another program does, or it does not answer. */
export type ConsoleAnswer =
  | { readonly kind: 'arthas'; readonly pid: number }
  | { readonly kind: 'nobody' }
  | { readonly kind: 'stranger' }

/** `patienceMs` is how long a greeting is waited for. @throws the signal's reason */
export async function askConsole(
  port: number,
  signal: AbortSignal,
  patienceMs = usualPatienceMs,
): Promise<ConsoleAnswer> {
  signal.throwIfAborted()
  const socket = connect({ port, host: consoleHost, signal })
  const { promise, resolve } = Promise.withResolvers<ConsoleAnswer>()
  let greeting = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    greeting += chunk
    const pid = /^pid +(\d+)\s/m.exec(greeting)?.[1]
    if (pid !== undefined) resolve({ kind: 'arthas', pid: Number(pid) })
    else if (greeting.length > maxGreetingChars) resolve({ kind: 'stranger' })
  })
  socket.on('error', (cause: NodeJS.ErrnoException) =>
    resolve({ kind: cause.code === 'ECONNREFUSED' ? 'nobody' : 'stranger' }),
  )
  socket.on('close', () => resolve({ kind: 'stranger' }))
  const timer = setTimeout(() => resolve({ kind: 'stranger' }), patienceMs)
  const answer = await promise
  clearTimeout(timer)
  socket.destroy()
  signal.throwIfAborted()
  return answer
}

/** The usual port, or another one when it is used by anything but Arthas in this process. */
export async function chooseConsolePort(pid: number, signal: AbortSignal): Promise<number> {
  const answer = await askConsole(usualConsolePort, signal)
  if (answer.kind === 'nobody' || (answer.kind === 'arthas' && answer.pid === pid)) return usualConsolePort
  const server = createServer().listen(0, consoleHost)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

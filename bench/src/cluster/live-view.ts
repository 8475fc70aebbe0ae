/** Follows a run as its page in a browser does, and records when each second is shown completely. */
import { type LiveRequest, liveMessageSchema } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
import WebSocket from 'ws'

export interface LiveView {
  /** Second of the run → when its whole number of requests was shown. */
  readonly shownAt: ReadonlyMap<number, number>
  /** Bytes of all messages so far. */
  readonly receivedBytes: () => number
  close(): void
}

/** Resolves when the first snapshot has arrived. */
export async function watchRun(options: {
  url: string
  token: string
  projectId: string
  runId: string
  requestsPerSecond: number
}): Promise<LiveView> {
  const socket = new WebSocket(options.url.replace(/^http/, 'ws') + livePath, { perMessageDeflate: false })
  const shownAt = new Map<number, number>()
  let receivedBytes = 0
  const say = (request: LiveRequest) => socket.send(JSON.stringify(request))
  const ready = Promise.withResolvers<void>()
  socket.on('open', () =>
    say({ kind: 'signIn', token: options.token, isAdministrator: false, language: 'en' }),
  )
  socket.on('error', ready.reject)
  socket.on('close', () => ready.reject(new Error('the live stream was closed')))
  socket.on('message', (data: Buffer) => {
    const at = Date.now()
    receivedBytes += data.length
    const message = liveMessageSchema.parse(JSON.parse(data.toString()))
    if (message.kind === 'refused') ready.reject(new Error(message.message))
    if (message.kind === 'signedIn') {
      say({ kind: 'subscribe', topic: 'run', projectId: options.projectId, id: options.runId })
    }
    if (message.kind === 'runSnapshot') ready.resolve()
    const seconds =
      message.kind === 'runTick'
        ? message.seconds
        : message.kind === 'runSnapshot'
          ? message.live.seconds
          : []
    for (const { second, requests } of seconds) {
      if (requests >= options.requestsPerSecond && !shownAt.has(second)) shownAt.set(second, at)
    }
  })
  await ready.promise
  return { shownAt, receivedBytes: () => receivedBytes, close: () => socket.terminate() }
}

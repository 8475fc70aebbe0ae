import { expect, test, vi } from 'vitest'
import { answerOrder, orderReading } from './file-reading.ts'

/** Both sides in one thread: what one posts reaches the other. */
function connect() {
  let answer: (event: MessageEvent<string>) => void = () => undefined
  const worker = {
    onmessage: null as Worker['onmessage'],
    onerror: null,
    postMessage: (data: string) => answer(new MessageEvent('message', { data })),
    terminate: () => undefined,
  }
  vi.stubGlobal('addEventListener', (_type: string, listen: typeof answer) => {
    answer = listen
  })
  vi.stubGlobal('postMessage', (data: unknown) =>
    worker.onmessage?.call(worker as unknown as Worker, new MessageEvent('message', { data })),
  )
  return worker as unknown as Worker
}

test('a reading tells how far it is, and gives what it made of the file', async () => {
  const worker = connect()
  answerOrder<string, string>(async (order, onProgress) => {
    onProgress(3)
    return `${order} read`
  })
  const read: number[] = []
  await expect(orderReading<string, string>(worker, 'log', bytes => read.push(bytes)).done).resolves.toBe(
    'log read',
  )
  expect(read).toEqual([3])
})

test('a reading that fails tells the reason of the browser', async () => {
  const worker = connect()
  answerOrder<string, string>(() =>
    Promise.reject(new DOMException('A requested file could not be found', 'NotFoundError')),
  )
  await expect(orderReading<string, string>(worker, 'log', () => undefined).done).rejects.toThrow(
    'A requested file could not be found',
  )
})
